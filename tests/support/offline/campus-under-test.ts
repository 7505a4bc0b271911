import type { CallOutcome } from '#offline/transport/outcome'
import { getSubjectOfCaller } from '#server/platform/sessions/session'
import type { Backend } from '../backend/backend.ts'
import {
  createDirectClient,
  type FormName,
  assignBed,
  findFormVersion,
} from '../backend/four-forms.ts'
import { type FreshStudent, enrolSignedInStudent } from '../backend/students.ts'

/** What has taken effect at a campus: the key that it came under, and its receipt. */
export interface AppliedSubmission {
  readonly key: string
  readonly form: string
  readonly receipt?: string | null
  /** Which version of the record it made; a mark of a step makes none. */
  readonly version?: number
}

/** What stands in a campus's books of one effect on a record, the office's among them. */
export interface RecordedWrite {
  readonly form: string
  readonly version: number
  readonly payload: unknown
}

/** A campus as a history in a tunnel needs it. */
export interface CampusUnderTest {
  /** A key has one effect here, however often it comes. */
  readonly supportsIdempotency: boolean
  readonly fetch: typeof fetch
  readonly now: () => number
  /** A new student with a bed, signed in. */
  readonly enrolStudent: () => Promise<FreshStudent>
  readonly listSubmissions: (student: string) => Promise<readonly AppliedSubmission[]>
  /** How often a form of this student was written. */
  readonly versionOf: (form: FormName, student: string) => Promise<number>
  /** All that was ever written into a student's records. */
  readonly listWrites: (student: string) => Promise<readonly RecordedWrite[]>
  /** A final no to this request, in the campus's own way of saying it. */
  readonly refuse?: typeof fetch
  /** Talk to it past the outbox: as another phone, or as the office. */
  readonly createDirectClient: (student: FreshStudent) => {
    readonly look: (form: FormName) => Promise<CallOutcome<unknown>>
    readonly write: (form: FormName, payload: unknown) => Promise<CallOutcome<unknown>>
  }
}

/** The real backend as a campus. */
export const createRealCampus = (backend: Backend): CampusUnderTest => ({
  supportsIdempotency: true,
  fetch: backend.fetch,
  now: () => backend.clock.now().getTime(),
  enrolStudent: async () => {
    const student = await enrolSignedInStudent(backend)
    await assignBed(backend, student.subject)
    return student
  },
  listSubmissions: async (student) => {
    const rows = await backend.db
      .selectFrom('idempotency')
      .where('subject', '=', getSubjectOfCaller('student', student))
      .select(['key', 'form', 'receipt', 'etag'])
      .execute()
    // As in `"travel-3"`.
    return rows.map(({ etag, ...row }) => ({ ...row, version: Number(etag?.match(/\d+(?="$)/)) }))
  },
  listWrites: (student) =>
    backend.db
      .selectFrom('form_history')
      .where('student_code', '=', student)
      .select(['form', 'version', 'words as payload'])
      .execute(),
  versionOf: (form, student) => findFormVersion(backend, form, student),
  createDirectClient: (student) => createDirectClient(backend, student),
})
