import { type Codec, recordCodec } from './codec.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero, type ResponseRule } from './rules.ts'

/** The services whose root URLs are configured (XC-02, D-04). */
export type ServiceRootName = 'campus' | 'management' | 'provider'

/** Who may make a call (D-113). 'bound' is any signed-in student or staff member. */
export type AllowedCallers =
  | 'anyone'
  | 'bound'
  | 'student'
  | 'staff'
  | 'dorm-supervisor'
  | 'review-teacher'
  /** Students for their own files, and review teachers. */
  | 'owner-or-reviewer'
  /** A call of the office: staff with one of these roles. The request can name any student. */
  | readonly StaffRole[]

interface CallShape<Input, Output> {
  /**
   * The path below the root, spelled as in the requirements. All calls are POST with JSON (D-02).
   */
  readonly path: `/${string}`
  /** Default 'campus'. */
  readonly root?: ServiceRootName
  readonly who: AllowedCallers
  readonly input: Codec<Input>
  readonly output: Codec<Output>
  readonly rule: ResponseRule
  /**
   * Set for a handler that takes long: it calls other services, reads images or counts attempts.
   * Such a handler opens its own transactions. Without this, the server runs a write in one
   * transaction.
   */
  readonly ownsTransactions?: true
  /** The number of images in the body, at most 5 MB each; none by default. */
  readonly maxImages?: number
  /** The number of values and keys in the body, if it can be larger than that of other calls. */
  readonly maxNodes?: number
  /**
   * A key of the body that identifies a person. Its value is not taken from the session, because
   * this call checks whether the value in the body is correct.
   */
  readonly verifiedIdentifier?: string
  /**
   * A key of the body whose keys the campus has chosen, as the names of questions. They identify no
   * person, whatever their names are. Such a body can be larger than that of another form.
   */
  readonly answersKey?: string
  /**
   * The call is allowed before the person has replaced the first password and verified the second
   * factor.
   */
  readonly allowedDuringSignIn?: true
}

/**
 * A call without side effects that matter: it can be prefetched, repeated, and made automatically.
 * 'cached': the response can be stored on the phone; 'online-only': the response is never stored.
 */
export interface ReadCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'read'
  readonly offline: 'cached' | 'online-only'
}

/**
 * A call that returns data like a read, but asks another service for them and records the answer.
 * The state of a payment is an example: recording it can credit money. The app makes such a call
 * only for a user who is looking at the result. It never prefetches or repeats the call, and never
 * stores the response.
 */
export interface InquiryCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'inquiry'
  readonly offline: 'online-only'
}

/** A call that changes something. It is never queued and never repeated automatically. */
export interface OnlineWrite<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'write'
  readonly offline: 'online-only'
}

/** A call made by the outbox. `form` names the group of calls that share an idempotency key. */
export interface QueuedWrite<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'write'
  readonly offline: 'queued'
  readonly form: string
  /**
   * The form of a submission, for calls that serve several forms. Keys are recognized by it, and
   * metrics count by `form`.
   */
  readonly readForm?: (input: Input) => string
  /**
   * Set if the effect of the first request might have been undone since. A repeated request is then
   * checked again before the stored response is returned.
   */
  readonly recheckReplays?: true
}

/** Any call, whatever its input and output. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyCall = Call<any, any>
/** A call with the types of its input and output. */
export type Call<Input, Output> =
  | ReadCall<Input, Output>
  | InquiryCall<Input, Output>
  | OnlineWrite<Input, Output>
  | QueuedWrite<Input, Output>

/** A GET endpoint that returns a file instead of JSON (D-02). */
export interface FileCall {
  readonly kind: 'file'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /** The query parameter that contains the opaque key. */
  readonly parameter: string
  /**
   * The URL can be opened as a plain link. A link sends no header, so the session's cookie is
   * accepted instead (D-80, D-85).
   */
  readonly allowsPlainLink?: true
}

/** The query parameter with the file's name, if the file is the whole body of a request. */
export const FILE_NAME_PARAMETER = 'name'
/** The Content-Type of a request whose whole body is a file. */
export const FILE_BODY_CONTENT_TYPE = 'application/octet-stream'

/** The query parameter that states the language of a file opened by a plain link. */
export const LINK_LANGUAGE_PARAMETER = 'lang'

/** A file upload with a JSON response. It is never queued and never repeated automatically. */
export interface UploadCall<Output> {
  readonly kind: 'upload'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /**
   * The form field that contains the file (D-96). If absent, the file is the whole body, and the
   * query contains its name and the other text fields. The server then does not search megabytes
   * for multipart boundaries.
   */
  readonly field?: string
  /** The names of further text fields, in the form or in the query. */
  readonly textFields?: readonly string[]
  /** The largest file, bytes. */
  readonly maxBytes: number
  readonly output: Codec<Output>
  readonly rule: ResponseRule
}

/** A file upload in a multipart form. */
export interface FormUpload<Output> extends UploadCall<Output> {
  readonly field: string
}

/**
 * A JSON request whose successful response is a file. The server sends the file while generating
 * it. Any other response is JSON. The response is never stored, and the audit log records each
 * download.
 */
export interface DownloadCall<Input> {
  readonly kind: 'download'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  readonly input: Codec<Input>
  /** The rule of the JSON responses. */
  readonly rule: ResponseRule
}

/** Any download, whatever its input. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyDownload = DownloadCall<any>

/** Any file upload, whatever its output. */
// oxlint-disable-next-line typescript/no-explicit-any -- the table holds calls of every type
export type AnyUpload = UploadCall<any>
/** Everything that has a URL. */
export type AnyEndpoint = AnyCall | FileCall | AnyUpload | AnyDownload

/** The type of a call's input, in the code's names. */
export type CallInput<C> = C extends { readonly input: Codec<infer I> } ? I : never
/** The type of a call's output, in the code's names. */
export type CallOutput<C> = C extends { readonly output: Codec<infer O> } ? O : never

/** What a declaration says of a call. The rule is `acceptIfCodeZero` unless another is given. */
type Declared<Shape extends { readonly rule: ResponseRule }> = Omit<Shape, 'rule'> & {
  readonly rule?: ResponseRule
}
const rule = acceptIfCodeZero

/**
 * Declares a read. It is online-only unless its `offline` says 'cached'; a queued read is a type
 * error.
 */
export const defineRead = <I, O>(
  shape: Declared<CallShape<I, O>> & { readonly offline?: 'cached' | 'online-only' },
): ReadCall<I, O> => ({ rule, offline: 'online-only', ...shape, kind: 'read' })

/** Declares an inquiry. */
export const defineInquiry = <I, O>(shape: Declared<CallShape<I, O>>): InquiryCall<I, O> => ({
  rule,
  ...shape,
  kind: 'inquiry',
  offline: 'online-only',
})

const nothing = recordCodec({})

/**
 * Declares a write that is made now or not at all, such as a payment, a review, a sign-in, or a
 * choice of something scarce. Without an `output` its response says only that it succeeded.
 */
export const defineWrite = <I, O = Record<never, never>>(
  shape: Declared<Omit<CallShape<I, O>, 'output'>> & { readonly output?: Codec<O> },
): OnlineWrite<I, O> => ({
  rule,
  output: nothing as unknown as Codec<O>,
  ...shape,
  kind: 'write',
  offline: 'online-only',
})

/** Declares a write that can wait in the outbox. */
export const defineQueuedWrite = <I, O>(
  shape: Declared<CallShape<I, O>> &
    Pick<QueuedWrite<I, O>, 'form' | 'readForm' | 'recheckReplays'>,
): QueuedWrite<I, O> => ({ rule, ...shape, kind: 'write', offline: 'queued' })

/** Declares an endpoint that returns a file; the app never stores it on the phone. */
export const defineFile = (shape: Omit<FileCall, 'kind'>): FileCall => ({ ...shape, kind: 'file' })

/** Declares a request whose successful response is a file. */
export const defineDownload = <I>(
  shape: Declared<Omit<DownloadCall<I>, 'kind'>>,
): DownloadCall<I> => ({ rule, ...shape, kind: 'download' })

/** Declares an upload whose file is the whole body. */
export const defineUpload = <O>(
  shape: Declared<Omit<UploadCall<O>, 'kind' | 'field'>>,
): UploadCall<O> => ({ rule, ...shape, kind: 'upload' })

/** Declares an upload whose file is a field of a multipart form. */
export const formUpload = <O>(shape: Declared<Omit<FormUpload<O>, 'kind'>>): FormUpload<O> => ({
  rule,
  ...shape,
  kind: 'upload',
})
