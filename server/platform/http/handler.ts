import type {
  AnyEndpoint,
  DownloadCall,
  FileCall,
  CallInput,
  CallOutput,
  UploadCall,
} from '#contract/call'
import type { SessionEndReason } from '#contract/rules'
import type { Language, Text } from '#i18n/translate'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { StaffRow, StudentRow } from '../database/schema/schema.ts'
import type { Host } from '../host/host.ts'
import type { Log } from '../monitoring/logs.ts'
import type { Sealer } from '../sessions/sealer.ts'
import type { Caller, Session } from '../sessions/session.ts'
import type { Settings } from '../settings/settings.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import type { IdentityProvider } from '../university/identity-provider.ts'
import type { RateLimits } from './limits/rate-limits.ts'

/** What the features need of the outside. */
export interface HandlerServices {
  readonly settings: Settings
  /** For what takes its time; what a request says is of its `now`. */
  readonly clock: Clock
  readonly limits: RateLimits
  readonly host: Host
  readonly sms: SmsSender
  /** The university's own sign-in, where there is one. */
  readonly university: IdentityProvider | undefined
  /** For secrets that must be read again. */
  readonly sealer: Sealer
  /** For what somebody should look into; it names nobody. */
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** One checked request. */
export interface HandlerRequest<I> {
  readonly input: I
  readonly caller: Caller
  /** In a write by somebody signed in: the transaction that commits effect and answer together. */
  readonly db: Db
  readonly now: Date
  readonly language: Language
  /** The version that the caller saw, from If-Match. */
  readonly ifMatch: string | undefined
  /** Where the request comes from. */
  readonly address: string
  /** The host, with its port, that the request was sent to. */
  readonly host: string
  /** Proof of an openId, from the header `accesstoken`. */
  readonly accessToken: string | undefined
  /** The id of an order, from the header `uniqueId` (D-62). */
  readonly orderId: string | undefined
  /** The secret of a browser in which somebody has signed in before. */
  readonly deviceSecret: string | undefined
  /** Does a browser send it, and no other program? */
  readonly isFromBrowser: boolean
  /** The token that came with the request, dead or alive. */
  readonly token: string | undefined
  /** How long ago the payload was written, by the phone's own clock, s; undefined where it is unknown. */
  readonly payloadAgeSeconds: number | undefined
  /**
   * It was answered well under this key before: say only whether that still holds (`reviewed` in the
   * contract).
   */
  readonly isReplay: boolean
  readonly tools: HandlerServices
}

/**
 * How a request ended; `responses.ts` encodes each of them. `session` is the token of one that began,
 * null for one that ended; by `device` its browser is known again at the next sign-in.
 */
export type HandlerResult<O> =
  | { type: 'ok'; value: O; etag?: string; session?: string | null; device?: string }
  | { type: 'refused'; says: Text }
  /** What was asked for is not there, or not any more: phones drop what they keep of it. */
  | { type: 'gone'; says: Text }
  | { type: 'invalid'; issues: readonly InputIssue[] }
  | { type: 'stale'; etag: string; says?: Text }
  | { type: 'forbidden' }
  | { type: 'signed-out'; why?: SessionEndReason }
  | { type: 'too-many'; seconds: number }

/** What is wrong with one field. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** What answers a call. */
export type Handler<I, O> = (ask: HandlerRequest<I>) => Promise<HandlerResult<O>>

/** Bytes that were found. */
export interface FileContent {
  readonly type: 'file'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  /** The name to save it under; without one it is shown. */
  readonly name?: string
}

/** How a request for bytes ended. */
export type FileResult = FileContent | { type: 'missing' } | { type: 'forbidden' }

/** A checked request for bytes; `key` is opaque and names no path. */
export interface FileHandlerRequest extends Pick<
  HandlerRequest<never>,
  'caller' | 'db' | 'now' | 'language' | 'tools'
> {
  readonly key: string
}

/** What answers an address of bytes. */
export type FileHandler = (ask: FileHandlerRequest) => Promise<FileResult>

/** A file that was posted. */
export interface UploadedFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As it is called where it comes from. */
  readonly name: string
  /** The texts that the call wants beside it. */
  readonly fields: Readonly<Record<string, string>>
}

/** What answers a posted file. */
export type UploadHandler<O> = Handler<UploadedFile, O>

/** A file that is made while it is sent. */
export interface StreamedFile {
  readonly type: 'made'
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** What answers a question with a file. */
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

/** All went well; `etag` names the version of the record. */
export const succeed = <O>(value: O, etag?: string): Extract<HandlerResult<O>, { type: 'ok' }> => ({
  type: 'ok',
  value,
  ...(etag !== undefined && { etag }),
})

/** Somebody is signed in with this token from here on. */
export const succeedWithSession = <O extends { readonly token: string }>(
  value: O,
  device?: string,
): HandlerResult<O> => ({
  ...succeed(value),
  session: value.token,
  ...(device !== undefined && { device }),
})

/** The call was understood and its answer is no. */
export const refuse = (says: Text): { type: 'refused'; says: Text } => ({ type: 'refused', says })

/** A handler that only ever sees staff. */
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

/** A download's handler that only ever sees staff. */
export const staffDownloadHandler =
  <I>(
    handler: (ask: HandlerRequest<I> & { staff: StaffRow }) => ReturnType<DownloadHandler<I>>,
  ): DownloadHandler<I> =>
  async (ask) =>
    ask.caller.role === 'staff'
      ? handler({ ...ask, staff: ask.caller.staff })
      : { type: 'forbidden' }

type StaffCaller = Extract<Caller, { role: 'staff' }>

/** A handler that only ever sees students. */
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
