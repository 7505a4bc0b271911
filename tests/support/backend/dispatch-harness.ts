import { Hono } from 'hono'
import type { AnyCall, AnyDownload, AnyUpload, FileCall } from '#contract/call'
import { handleCall, handleFileCall, type DispatchContext } from '#server/platform/http/dispatch'
import { handleDownload } from '#server/platform/http/download'
import type {
  FileContent,
  DownloadHandler,
  FileHandler,
  Handler,
  StreamedFile,
  UploadHandler,
} from '#server/platform/http/handler'
import type { AdmitResult } from '#server/platform/http/load-shedder'
import type { ApiResponse } from '#server/platform/http/responses'
import { handleUpload } from '#server/platform/http/upload'
import { signIn } from '#server/platform/sessions/session'
import type { Backend } from './backend.ts'

/** How things stand around a request; a test sets what it is about. */
export interface DispatchConditions {
  /** What admission says; undefined: come in. */
  retryAfterSeconds?: number
  /** Seconds that somebody who floods has to wait. */
  rateLimitSeconds?: number
  /** Why the database would not keep a write. */
  refusal?: 'full' | 'standby'
  /** Where the request comes from; `10.0.0.1` where nothing is said. */
  address?: string
  /** A write that waited finds a database that hangs. */
  hangs?: boolean
}

/** What the edge did with others. */
export interface DispatchEffects {
  /** Was each that came in urgent? */
  readonly admittedAsUrgent: boolean[]
  releasedCount: number
  /** Whose requests were counted. */
  readonly rateLimitedKeys: string[]
  readonly warnings: unknown[]
}

/** What came of a request: an answer, bytes, or what it failed with. */
export type DispatchOutcome =
  | ApiResponse
  | FileContent
  | StreamedFile
  | { readonly failed: unknown }

/**
 * The edge of the backend with nothing behind it: any call, answered by any handler, for people who
 * have signed in to a real backend.
 */
export function createDispatchHarness(backend: Backend) {
  const around: DispatchConditions = {}
  const effects: DispatchEffects = {
    admittedAsUrgent: [],
    releasedCount: 0,
    rateLimitedKeys: [],
    warnings: [],
  }
  const { db, clock, settings } = backend
  const tools = {
    settings,
    clock,
    limits: {
      requests: {
        consume: async (subject: string) => {
          effects.rateLimitedKeys.push(subject)
          return around.rateLimitSeconds
        },
      },
      anonymousRequests: { consume: async () => undefined },
    },
    log: { warn: (...said: unknown[]) => void effects.warnings.push(said) },
  }
  const server: DispatchContext = {
    db,
    clock,
    // The rest is the features', and none is here.
    tools: tools as unknown as DispatchContext['tools'],
    readiness: {
      findWriteRefusal: async () => around.refusal,
      isHanging: () => around.hangs ?? false,
    },
    clientNetworkOf: () => around.address ?? '10.0.0.1',
    loadShedder: {
      admit: (urgent): AdmitResult => {
        effects.admittedAsUrgent.push(urgent)
        return around.retryAfterSeconds === undefined
          ? {
              type: 'admitted',
              release: () => void (effects.releasedCount += 1),
              waitWithoutSlot: async (work) => ({ type: 'admitted', value: await work() }),
            }
          : { type: 'rejected', seconds: around.retryAfterSeconds }
      },
    },
  }
  /** Send a request to a handler through the edge; answers what came of it, and its cookies. */
  const send = async (
    request: Request,
    edge: DispatchRoute,
  ): Promise<{ came: DispatchOutcome; cookie: string }> => {
    const came: DispatchOutcome[] = []
    const app = new Hono().all('*', async (c) => {
      came.push(await edge(server, c).catch((failed: unknown) => ({ failed })))
      return c.body(null)
    })
    const response = await app.request(request)
    const [first] = came
    if (first === undefined) throw new Error('nothing came of it')
    return { came: first, cookie: response.headers.get('set-cookie') ?? '' }
  }
  return { around, deeds: effects, send }
}

type Context = Parameters<typeof handleCall>[3]
/** One way through the edge. */
export type DispatchRoute = (server: DispatchContext, c: Context) => Promise<DispatchOutcome>

/** A call's way through the edge to this handler. */
export const routeToCall =
  (call: AnyCall, handler: Handler<unknown, unknown>): DispatchRoute =>
  (server, c) =>
    handleCall(server, call, handler, c)
/** The way of an address of bytes; its key stands in the query, under the call's own name. */
export const routeToFile =
  (call: FileCall, handler: FileHandler): DispatchRoute =>
  (server, c) =>
    handleFileCall(server, call, handler, c)
/** The way of a posted file. */
export const routeToUpload =
  (call: AnyUpload, handler: UploadHandler<unknown>): DispatchRoute =>
  (server, c) =>
    handleUpload(server, call, handler, c)
/** The way of a question that is answered with a file. */
export const routeToDownload =
  (call: AnyDownload, handler: DownloadHandler<unknown>): DispatchRoute =>
  (server, c) =>
    handleDownload(server, call, handler, c)

/** What a made-up call with the rule `resultsOneRule` says when it fails. */
export const expectedFailureBody = (status: number, msg: string) => ({
  status,
  headers: {},
  body: { results: 0, msg, code: String(status) },
})

/** Somebody who has signed in. */
export interface SignedInPerson {
  readonly code: string
  readonly token: string
}

/** Sign in a student (`S…`) or a member of staff past the edge, which a test is about. */
export async function signInPerson({ db, clock }: Backend, code: string): Promise<SignedInPerson> {
  const role = code.startsWith('S') ? 'student' : 'staff'
  return { code, token: await signIn(db, { role, code, openId: null, now: clock.now() }) }
}

/** What comes of `work` while this member of staff has yet to choose a password of their own. */
export async function runWithFirstPassword<T>(
  { db, clock }: Backend,
  { code }: SignedInPerson,
  work: () => Promise<T>,
): Promise<T> {
  const until = (first_password_until: Date | null) =>
    db.updateTable('staff').set({ first_password_until }).where('code', '=', code).execute()
  await until(clock.now())
  try {
    return await work()
  } finally {
    await until(null)
  }
}
