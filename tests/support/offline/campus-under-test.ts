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

/** A submission that has taken effect at a campus: its key and its receipt. */
export interface AppliedSubmission {
  readonly key: string
  readonly form: string
  readonly receipt?: string | null
  /** The version of the record that the submission created. Marking a step creates no version. */
  readonly version?: number
}

/** A write to a record, by a student or the office, as the campus recorded it. */
export interface RecordedWrite {
  readonly form: string
  readonly version: number
  readonly payload: unknown
}

/** A campus as a run of offline events needs it. */
export interface CampusUnderTest {
  /** Whether a key takes effect once, however often it is sent. */
  readonly supportsIdempotency: boolean
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Enrol a new student with a bed, and sign them in. */
  readonly enrolStudent: () => Promise<FreshStudent>
  readonly listSubmissions: (student: string) => Promise<readonly AppliedSubmission[]>
  /** How often a form of this student was written. */
  readonly versionOf: (form: FormName, student: string) => Promise<number>
  /** All writes to the records of a student. */
  readonly listWrites: (student: string) => Promise<readonly RecordedWrite[]>
  /** A final refusal of a request, in this campus's format. */
  readonly refuse?: typeof fetch
  /** A client that sends requests without the outbox, like another phone or the office. */
  readonly createDirectClient: (student: FreshStudent) => {
    readonly look: (form: FormName) => Promise<CallOutcome<unknown>>
    readonly write: (form: FormName, payload: unknown) => Promise<CallOutcome<unknown>>
  }
}

/** The real backend as a campus under test. */
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
    // The version is the number in an ETag such as `"travel-3"`.
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
