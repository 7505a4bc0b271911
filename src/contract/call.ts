import type { Codec } from './codec.ts'
import type { StaffRole } from './roles.ts'
import type { ResponseRule } from './rules.ts'

/** The service roots of the configuration (XC-02, D-04). */
export type ServiceRoot = 'campus' | 'management' | 'provider'

/** Who may call it (D-113). 'bound' is any student or staff member. */
export type AllowedCallers =
  | 'anyone'
  | 'bound'
  | 'student'
  | 'staff'
  | 'dorm-supervisor'
  | 'review-teacher'
  /** Students, each their own, and review teachers. */
  | 'owner-or-reviewer'
  /** A call of the office: whoever holds one of these roles. It may name any student. */
  | readonly StaffRole[]

interface CallShape<Input, Output> {
  /**
   * The address below the root, exactly as the requirements spell it. All calls are POST with JSON
   * (D-02).
   */
  readonly path: `/${string}`
  /** Default 'campus'. */
  readonly root?: ServiceRoot
  readonly who: AllowedCallers
  readonly input: Codec<Input>
  readonly output: Codec<Output>
  readonly rule: ResponseRule
  /**
   * Its handler takes its time, asking others, reading pictures or counting tries, and makes its
   * own transactions.
   */
  readonly ownsTransactions?: true
  /** How many images the body may carry, 5 MB each; none if nothing is said. */
  readonly maxImages?: number
  /**
   * A key of the body that names a person and is not taken from the session: this call finds out
   * whether it is right.
   */
  readonly proves?: string
  /** It may be made before an own password was chosen and a second factor shown. */
  readonly unproven?: true
}

/**
 * A call that changes nothing that anybody relies on: it may be made ahead, again, or by itself.
 * 'cached': the answer may be stored on the phone; 'online-only': never.
 */
export interface ReadCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'read'
  readonly offline: 'cached' | 'online-only'
}

/**
 * A call that answers as a read does, and on the way asks somebody else and writes down what it
 * hears: how a payment stands, which may book money. It is made because a person looks, never ahead
 * or again by itself, and its answer is never stored.
 */
export interface InquiryCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'inquiry'
  readonly offline: 'online-only'
}

/** A call that changes something and is never stored for later or repeated by itself. */
export interface OnlineWrite<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'write'
  readonly offline: 'online-only'
}

/** A call that the outbox makes. `form` names the family of calls one idempotency key covers. */
export interface QueuedWrite<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'write'
  readonly offline: 'queued'
  readonly form: string
  /**
   * Its effect may have been undone since it was answered: a repetition is asked about again before it
   * gets the first answer.
   */
  readonly recheckReplays?: true
}

/** Any call, whatever goes in and comes out. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyCall = Call<any, any>
/** A call with its types. */
export type Call<Input, Output> =
  | ReadCall<Input, Output>
  | InquiryCall<Input, Output>
  | OnlineWrite<Input, Output>
  | QueuedWrite<Input, Output>

/** An address that is read by GET and answers bytes instead of JSON (D-02). */
export interface FileCall {
  readonly kind: 'file'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /** The part of the address that holds the opaque key. */
  readonly parameter: string
  /**
   * May be opened as a plain link, which sends no header: the session's cookie is enough (D-80,
   * D-85).
   */
  readonly allowsPlainLink?: true
}

/** The key of the query that says what a file is called whose bytes are a request's whole body. */
export const FILE_NAME = 'name'
/** The type of such a body. */
export const FILE_TYPE = 'application/octet-stream'

/** The key of a plain link's address that says in which language its file is wanted. */
export const LINK_LANGUAGE_PARAMETER = 'lang'

/** A file that is posted; its answer is JSON. Never stored, never repeated. */
export interface UploadCall<Output> {
  readonly kind: 'upload'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /**
   * The field that holds the file, of a call that takes a form (D-96). Without one the file is the
   * whole body, and its name and the texts beside it stand in the query: nothing searches megabytes
   * for the ends of a form's parts.
   */
  readonly field?: string
  /** Names of the texts beside it, in the form or in the query. */
  readonly textFields?: readonly string[]
  /** The largest file, bytes. */
  readonly maxBytes: number
  readonly output: Codec<Output>
  readonly rule: ResponseRule
}

/** A file that is posted in a form. */
export interface FormUpload<Output> extends UploadCall<Output> {
  readonly field: string
}

/**
 * A question in JSON whose good answer is a file that is made while it is sent; any other answer is
 * JSON. The answer is never stored, and what was asked for is the office's to note.
 */
export interface DownloadCall<Input> {
  readonly kind: 'download'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  readonly input: Codec<Input>
  /** Of the answers that are JSON. */
  readonly rule: ResponseRule
}

/** Any download, whatever goes in. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyDownload = DownloadCall<any>

/** Any posted file, whatever comes out. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyUpload = UploadCall<any>
/** Everything that has an address. */
export type AnyEndpoint = AnyCall | FileCall | AnyUpload | AnyDownload

/** What goes in, in good names. */
export type CallInput<C> = C extends { readonly input: Codec<infer I> } ? I : never
/** What comes out, in good names. */
export type CallOutput<C> = C extends { readonly output: Codec<infer O> } ? O : never

/** Declare a read. A queued read cannot be written down: reads know only 'cached' and 'online-only'. */
export const defineRead = <I, O>(
  shape: CallShape<I, O> & { readonly offline: 'cached' | 'online-only' },
): ReadCall<I, O> => ({
  ...shape,
  kind: 'read',
})

/** Declare an inquiry. */
export const defineInquiry = <I, O>(shape: CallShape<I, O>): InquiryCall<I, O> => ({
  ...shape,
  kind: 'inquiry',
  offline: 'online-only',
})

/**
 * Declare a write that must happen now or not at all: payment, audit, identity and all that is
 * scarce.
 */
export const defineWrite = <I, O>(shape: CallShape<I, O>): OnlineWrite<I, O> => ({
  ...shape,
  kind: 'write',
  offline: 'online-only',
})

/** Declare a write that may wait in the outbox. */
export const defineQueuedWrite = <I, O>(
  shape: CallShape<I, O> & Pick<QueuedWrite<I, O>, 'form' | 'recheckReplays'>,
): QueuedWrite<I, O> => ({
  ...shape,
  kind: 'write',
  offline: 'queued',
})

/** Declare an address of bytes; they are never kept on the phone. */
export const defineFile = (shape: Omit<FileCall, 'kind'>): FileCall => ({ ...shape, kind: 'file' })

/** Declare a question whose good answer is a file. */
export const defineDownload = <I>(shape: Omit<DownloadCall<I>, 'kind'>): DownloadCall<I> => ({
  ...shape,
  kind: 'download',
})

/** Declare a file that is posted as a request's whole body. */
export const defineUpload = <O>(shape: Omit<UploadCall<O>, 'kind' | 'field'>): UploadCall<O> => ({
  ...shape,
  kind: 'upload',
})
/** Declare a file that is posted in a field of a form. */
export const formUpload = <O>(shape: Omit<FormUpload<O>, 'kind'>): FormUpload<O> => ({
  ...shape,
  kind: 'upload',
})
