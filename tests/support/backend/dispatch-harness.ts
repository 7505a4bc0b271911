import { Hono } from 'hono'
import type { AnyCall, AnyDownload, AnyUpload, FileCall } from '#contract/call'
import {
  handleCall,
  handleDownload,
  handleFileCall,
  handleUpload,
} from '#server/platform/http/dispatch'
import type {
  FileContent,
  DownloadHandler,
  FileHandler,
  Handler,
  StreamedFile,
  UploadHandler,
} from '#server/platform/http/handler'
import type { DispatchContext } from '#server/platform/http/incoming-request'
import type { AdmitResult } from '#server/platform/http/load-shedder'
import type { ApiResponse } from '#server/platform/http/responses'
import { signIn } from '#server/platform/sessions/session'
import type { Backend } from './backend.ts'

/** The conditions that a request meets. A test sets those that it is about. */
export interface DispatchConditions {
  /** What the load shedder answers. Undefined admits the request. */
  retryAfterSeconds?: number
  /** The seconds that a person beyond the rate limit must wait. */
  rateLimitSeconds?: number
  /** Why the database cannot store a write. */
  refusal?: 'full' | 'standby'
  /** The client's address, by default `10.0.0.1`. */
  address?: string
  /** Whether a write that waited for a slot finds a database that hangs. */
  hangs?: boolean
}

/** What the dispatch did apart from the answer. */
export interface DispatchEffects {
  /** For each admitted request, whether it was urgent. */
  readonly admittedAsUrgent: boolean[]
  releasedCount: number
  /** The keys under which requests were counted for a rate limit. */
  readonly rateLimitedKeys: string[]
  readonly warnings: unknown[]
}

/** The outcome of a request: an answer, bytes, or an error. */
export type DispatchOutcome =
  | ApiResponse
  | FileContent
  | StreamedFile
  | { readonly failed: unknown }

/**
 * The dispatch of the backend without its features: it sends any call to any handler, for people
 * who are signed in to a real backend.
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
    // All other tools belong to features, which are not part of this test.
    tools: tools as unknown as DispatchContext['tools'],
    readiness: {
      findWriteRefusal: async () => around.refusal,
      isHanging: () => around.hangs ?? false,
    },
    clientAddressOf: () => around.address ?? '10.0.0.1',
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
  /** Dispatch a request to a handler. Returns the outcome and the cookies. */
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
/** How a request is dispatched. */
export type DispatchRoute = (server: DispatchContext, c: Context) => Promise<DispatchOutcome>

/** Dispatch a request as this call to this handler. */
export const routeToCall =
  (call: AnyCall, handler: Handler<unknown, unknown>): DispatchRoute =>
  (server, c) =>
    handleCall(server, call, handler, c)
/**
 * Dispatch a request for bytes by key. The key is in the query, under the name that the call gives
 * it.
 */
export const routeToFile =
  (call: FileCall, handler: FileHandler): DispatchRoute =>
  (server, c) =>
    handleFileCall(server, call, handler, c)
/** Dispatch an uploaded file. */
export const routeToUpload =
  (call: AnyUpload, handler: UploadHandler<unknown>): DispatchRoute =>
  (server, c) =>
    handleUpload(server, call, handler, c)
/** Dispatch a request that is answered with a file. */
export const routeToDownload =
  (call: AnyDownload, handler: DownloadHandler<unknown>): DispatchRoute =>
  (server, c) =>
    handleDownload(server, call, handler, c)

/** The body of a failed test call with the rule `acceptIfResultsOne`. */
export const expectedFailureBody = (status: number, msg: string) => ({
  status,
  headers: {},
  body: { results: 0, msg, code: String(status) },
})

/** A person who is signed in. */
export interface SignedInPerson {
  readonly code: string
  readonly token: string
}

/**
 * Sign in a student (`S…`) or a staff member directly in the database, because the test is about
 * the dispatch.
 */
export async function signInPerson({ db, clock }: Backend, code: string): Promise<SignedInPerson> {
  const role = code.startsWith('S') ? 'student' : 'staff'
  return {
    code,
    token: await signIn(db, { role, code, openId: null, language: 'zh', now: clock.now() }),
  }
}

/** Run `work` while this staff member has not yet replaced their first password. */
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
