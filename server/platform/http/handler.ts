import type {
  AnyEndpoint,
  DownloadCall,
  FileCall,
  CallInput,
  CallOutput,
  UploadCall,
} from '#contract/call'
import type { SessionEndReason } from '#contract/rules'
import type { Language, LocalizedText } from '#i18n/translate'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { StaffRow, StudentRow } from '../database/schema/schema.ts'
import type { MessagingHosts } from '../host/host.ts'
import type { Log } from '../monitoring/logs.ts'
import type { Sealer } from '../sessions/sealer.ts'
import type { Caller, Session } from '../sessions/session.ts'
import type { Settings } from '../settings/settings.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import type { IdentityProvider } from '../university/identity-provider.ts'
import type { RateLimits } from './limits/rate-limits.ts'

/** The services that handlers use. */
export interface HandlerServices {
  readonly settings: Settings
  /** The clock, for durations and for work after the request. Within a request, use its `now`. */
  readonly clock: Clock
  readonly limits: RateLimits
  readonly hosts: MessagingHosts
  readonly sms: SmsSender
  /** The university's own sign-in, if it is set. */
  readonly university: IdentityProvider | undefined
  /** Encrypts secrets that the server has to be able to decrypt. */
  readonly sealer: Sealer
  /** For events that an operator should look into; entries contain no personal data. */
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** A request that has passed authentication, permission and validation. */
export interface HandlerRequest<I> {
  readonly input: I
  readonly caller: Caller
  /**
   * The database. In a write by a signed-in caller it is the transaction that commits effect and
   * response together.
   */
  readonly db: Db
  readonly now: Date
  readonly language: Language
  /** The version that the caller has read, from If-Match. */
  readonly ifMatch: string | undefined
  /** The client's network, the key of rate limits. */
  readonly address: string
  /** The host and port that the request was sent to. */
  readonly host: string
  /** Proof of an openId, from the header `accesstoken`. */
  readonly accessToken: string | undefined
  /** The id of an order, from the header `uniqueId` (D-62). */
  readonly orderId: string | undefined
  /** The secret of a known device, which is a browser in which somebody has signed in before. */
  readonly deviceSecret: string | undefined
  /** Whether a browser sent the request. */
  readonly isFromBrowser: boolean
  /** The token of the request, valid or not. */
  readonly token: string | undefined
  /** The age of the payload by the phone's own clock, seconds; undefined if unknown. */
  readonly payloadAgeSeconds: number | undefined
  /**
   * Whether the request was answered successfully under this idempotency key before. The handler
   * then only checks whether that response still holds (`recheckReplays` in the contract), and has
   * no effect.
   */
  readonly isReplay: boolean
  readonly tools: HandlerServices
}

/**
 * The outcome of a request; `responses.ts` encodes it. `session` is the token of a session that has
 * begun, or null for a session that has ended. `device` is the secret by which the browser is
 * recognized at the next sign-in.
 */
export type HandlerResult<O> =
  | { type: 'ok'; value: O; etag?: string; session?: string | null; device?: string }
  | { type: 'refused'; says: LocalizedText }
  /** The requested record does not exist or was deleted. A phone then deletes its cached copy. */
  | { type: 'gone'; says: LocalizedText }
  | { type: 'invalid'; issues: readonly InputIssue[] }
  | { type: 'stale'; etag: string; says?: LocalizedText }
  | { type: 'forbidden' }
  | { type: 'signed-out'; why?: SessionEndReason }
  | { type: 'too-many'; seconds: number }
  /** Something is missing that the caller still sends; the same request is repeated then. */
  | { type: 'later'; says: LocalizedText; seconds: number }

/** An issue of one field. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** The handler of a call. */
export type Handler<I, O> = (ask: HandlerRequest<I>) => Promise<HandlerResult<O>>

/** The content of a file. */
export interface FileContent {
  readonly type: 'file'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  /** The name under which the file is saved; without a name the browser displays the file. */
  readonly name?: string
}

/** The outcome of a request for a file. */
export type FileResult = FileContent | { type: 'missing' } | { type: 'forbidden' }

/** A request for a file that was authenticated and permitted. `key` is an opaque id, not a path. */
export interface FileHandlerRequest extends Pick<
  HandlerRequest<never>,
  'caller' | 'db' | 'now' | 'language' | 'tools'
> {
  readonly key: string
}

/** The handler of a file's address. */
export type FileHandler = (ask: FileHandlerRequest) => Promise<FileResult>

/** A file that was uploaded. */
export interface UploadedFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The name of the file on the client. */
  readonly name: string
  /** The text fields that were sent with it. */
  readonly fields: Readonly<Record<string, string>>
}

/** The handler of an upload. */
export type UploadHandler<O> = Handler<UploadedFile, O>

/** A file that is generated while it is sent. */
export interface StreamedFile {
  readonly type: 'made'
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The handler of a read whose response is a file. */
export type DownloadHandler<I> = (
  ask: HandlerRequest<I>,
) => Promise<StreamedFile | Exclude<HandlerResult<never>, { type: 'ok' }>>

/** A handler for each call of a capability. */
export type Handlers<Calls extends Readonly<Record<string, AnyEndpoint>>> = {
  readonly [Name in keyof Calls]: Calls[Name] extends FileCall
    ? FileHandler
    : Calls[Name] extends UploadCall<infer O>
      ? UploadHandler<O>
      : Calls[Name] extends DownloadCall<infer I>
        ? DownloadHandler<I>
        : Handler<CallInput<Calls[Name]>, CallOutput<Calls[Name]>>
}

/** Creates a success; `etag` is the version of the record. */
export const succeed = <O>(value: O, etag?: string): Extract<HandlerResult<O>, { type: 'ok' }> => ({
  type: 'ok',
  value,
  ...(etag !== undefined && { etag }),
})

/** Creates a success that begins a session; its value contains the token of the session. */
export const succeedWithSession = <O extends { readonly token: string }>(
  value: O,
  device?: string,
): HandlerResult<O> => ({
  ...succeed(value),
  session: value.token,
  ...(device !== undefined && { device }),
})

/** Creates a refusal by a business rule, with its reason. */
export const refuse = (says: LocalizedText): { type: 'refused'; says: LocalizedText } => ({
  type: 'refused',
  says,
})

/** Narrows a handler's caller to staff. */
export const staffHandler =
  <I, O>(
    handler: (
      ask: HandlerRequest<I> & { caller: StaffCaller; staff: StaffRow; session: Session },
    ) => Promise<HandlerResult<O>>,
  ): Handler<I, O> =>
  async (ask) =>
    ask.caller.role === 'staff'
      ? handler({
          ...ask,
          caller: ask.caller,
          staff: ask.caller.staff,
          session: ask.caller.session,
        })
      : { type: 'forbidden' }

/** Narrows a download handler's caller to staff. */
export const staffDownloadHandler =
  <I>(
    handler: (ask: HandlerRequest<I> & { staff: StaffRow }) => ReturnType<DownloadHandler<I>>,
  ): DownloadHandler<I> =>
  async (ask) =>
    ask.caller.role === 'staff'
      ? handler({ ...ask, staff: ask.caller.staff })
      : { type: 'forbidden' }

type StaffCaller = Extract<Caller, { role: 'staff' }>

/** Narrows a handler's caller to students. */
export const studentHandler =
  <I, O>(
    handler: (
      ask: HandlerRequest<I> & { student: StudentRow; session: Session },
    ) => Promise<HandlerResult<O>>,
  ): Handler<I, O> =>
  async (ask) =>
    ask.caller.role === 'student'
      ? handler({ ...ask, student: ask.caller.student, session: ask.caller.session })
      : { type: 'forbidden' }
