import type { Codec } from './codec.ts'
import type { StaffRole } from './roles.ts'
import type { ResponseRule } from './rules.ts'

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
  /** A call of the office: staff with one of these roles. It may name any student. */
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
   * The handler takes long (calls other services, reads images or counts attempts) and opens its
   * own transactions; otherwise the server runs a write in one transaction.
   */
  readonly ownsTransactions?: true
  /** The number of images in the body, at most 5 MB each; none by default. */
  readonly maxImages?: number
  /**
   * A key of the body that identifies a person and is not taken from the session, because this call
   * checks whether it is correct.
   */
  readonly proves?: string
  /**
   * The call may be made before the first password was replaced and the second factor was verified.
   */
  readonly unproven?: true
}

/**
 * A call without side effects that matter: it may be prefetched, repeated, and made automatically.
 * 'cached': the response may be stored on the phone; 'online-only': never.
 */
export interface ReadCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'read'
  readonly offline: 'cached' | 'online-only'
}

/**
 * A call that returns data like a read, and on the way asks another service and records its answer:
 * the state of a payment, which may book money. It is made only because a user looks, never ahead
 * or repeatedly, and its response is never stored.
 */
export interface InquiryCall<Input, Output> extends CallShape<Input, Output> {
  readonly kind: 'inquiry'
  readonly offline: 'online-only'
}

/** A call that changes something; never queued and never repeated automatically. */
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
   * The effect may have been undone since the first response: a repeated request is checked again
   * before the stored response is returned.
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

/** A GET endpoint that returns bytes instead of JSON (D-02). */
export interface FileCall {
  readonly kind: 'file'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /** The query parameter that contains the opaque key. */
  readonly parameter: string
  /**
   * The URL may be opened as a plain link, which sends no header: the session's cookie suffices
   * (D-80, D-85).
   */
  readonly allowsPlainLink?: true
}

/** The query parameter with the name of a file that is the whole body of a request. */
export const FILE_NAME_PARAMETER = 'name'
/** The Content-Type of such a body. */
export const FILE_BODY_CONTENT_TYPE = 'application/octet-stream'

/** The query parameter of a plain link with the language of its file. */
export const LINK_LANGUAGE_PARAMETER = 'lang'

/** A file upload with a JSON response. Never queued, never repeated. */
export interface UploadCall<Output> {
  readonly kind: 'upload'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  /**
   * The form field that contains the file (D-96). If absent, the file is the whole body, and its
   * name and the further texts are in the query, so that the server does not search megabytes for
   * multipart boundaries.
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
 * A JSON request whose successful response is a file, generated while it is sent; any other
 * response is JSON. The response is never stored, and the office records each download.
 */
export interface DownloadCall<Input> {
  readonly kind: 'download'
  readonly path: `/${string}`
  readonly who: AllowedCallers
  readonly input: Codec<Input>
  /** Applies to the JSON responses. */
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

/**
 * Declares a read. Its `offline` can only be 'cached' or 'online-only', so a queued read is a type
 * error.
 */
export const defineRead = <I, O>(
  shape: CallShape<I, O> & { readonly offline: 'cached' | 'online-only' },
): ReadCall<I, O> => ({
  ...shape,
  kind: 'read',
})

/** Declares an inquiry. */
export const defineInquiry = <I, O>(shape: CallShape<I, O>): InquiryCall<I, O> => ({
  ...shape,
  kind: 'inquiry',
  offline: 'online-only',
})

/**
 * Declares a write that runs now or not at all: payment, review, identity, and everything scarce.
 */
export const defineWrite = <I, O>(shape: CallShape<I, O>): OnlineWrite<I, O> => ({
  ...shape,
  kind: 'write',
  offline: 'online-only',
})

/** Declares a write that may wait in the outbox. */
export const defineQueuedWrite = <I, O>(
  shape: CallShape<I, O> & Pick<QueuedWrite<I, O>, 'form' | 'recheckReplays'>,
): QueuedWrite<I, O> => ({
  ...shape,
  kind: 'write',
  offline: 'queued',
})

/** Declares an endpoint that returns a file; the app never stores it on the phone. */
export const defineFile = (shape: Omit<FileCall, 'kind'>): FileCall => ({ ...shape, kind: 'file' })

/** Declares a request whose successful response is a file. */
export const defineDownload = <I>(shape: Omit<DownloadCall<I>, 'kind'>): DownloadCall<I> => ({
  ...shape,
  kind: 'download',
})

/** Declares an upload whose file is the whole body. */
export const defineUpload = <O>(shape: Omit<UploadCall<O>, 'kind' | 'field'>): UploadCall<O> => ({
  ...shape,
  kind: 'upload',
})
/** Declares an upload whose file is a field of a multipart form. */
export const formUpload = <O>(shape: Omit<FormUpload<O>, 'kind'>): FormUpload<O> => ({
  ...shape,
  kind: 'upload',
})
