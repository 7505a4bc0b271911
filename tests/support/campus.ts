import type { Outcome } from '#offline/outcome'
import { subjectOf } from '#server/platform/sessions/session'
import type { Backend } from './backend.ts'
import { directly, type FormName, giveRoom, versionOf } from './four-forms.ts'
import { type FreshStudent, freshStudent } from './students.ts'

/** What has taken effect at a campus: the key that it came under, and its receipt. */
export interface Arrived {
  readonly key: string
  readonly form: string
  readonly receipt?: string | null
  /** Which version of the record it made; a mark of a step makes none. */
  readonly version?: number
}

/** What stands in a campus's books of one effect on a record, the office's among them. */
export interface Line {
  readonly form: string
  readonly version: number
  readonly words: unknown
}

/** A campus as a history in a tunnel needs it. */
export interface Campus {
  /** A key has one effect here, however often it comes. */
  readonly keepsKeys: boolean
  readonly fetch: typeof fetch
  readonly now: () => number
  /** A new student with a bed, signed in. */
  readonly enrol: () => Promise<FreshStudent>
  readonly arrived: (student: string) => Promise<readonly Arrived[]>
  /** How often a form of this student was written. */
  readonly versionOf: (form: FormName, student: string) => Promise<number>
  /** All that was ever written into a student's records. */
  readonly lines: (student: string) => Promise<readonly Line[]>
  /** A final no to this request, in the campus's own way of saying it. */
  readonly refuse?: typeof fetch
  /** Talk to it past the outbox: as another phone, or as the office. */
  readonly past: (student: FreshStudent) => {
    readonly look: (form: FormName) => Promise<Outcome<unknown>>
    readonly write: (form: FormName, payload: unknown) => Promise<Outcome<unknown>>
  }
}

/** The real backend as a campus. */
export const realCampus = (backend: Backend): Campus => ({
  keepsKeys: true,
  fetch: backend.fetch,
  now: () => backend.clock.now().getTime(),
  enrol: async () => {
    const student = await freshStudent(backend)
    await giveRoom(backend, student.subject)
    return student
  },
  arrived: async (student) => {
    const rows = await backend.db
      .selectFrom('idempotency')
      .where('subject', '=', subjectOf('student', student))
      .select(['key', 'form', 'receipt', 'etag'])
      .execute()
    // As in `"travel-3"`.
    return rows.map(({ etag, ...row }) => ({ ...row, version: Number(etag?.match(/\d+(?="$)/)) }))
  },
  lines: (student) =>
    backend.db
      .selectFrom('form_history')
      .where('student_code', '=', student)
      .select(['form', 'version', 'words'])
      .execute(),
  versionOf: (form, student) => versionOf(backend, form, student),
  past: (student) => directly(backend, student),
})
