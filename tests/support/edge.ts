import { Hono } from 'hono'
import type { AnyCall, AnyDownload, AnyUpload, FileCall } from '#contract/call'
import type { Entry } from '#server/platform/http/admission'
import type { Answer } from '#server/platform/http/answers'
import { answer, answerFile, type Server } from '#server/platform/http/dispatch'
import { answerDownload } from '#server/platform/http/download'
import type {
  Bytes,
  DownloadHandler,
  FileHandler,
  Handler,
  Made,
  UploadHandler,
} from '#server/platform/http/handler'
import { answerUpload } from '#server/platform/http/upload'
import { signIn } from '#server/platform/sessions/session'
import type { Backend } from './backend.ts'

/** How things stand around a request; a test sets what it is about. */
export interface Surroundings {
  /** What admission says; undefined: come in. */
  later?: number
  /** Seconds that somebody who floods has to wait. */
  wait?: number
  /** Why the database would not keep a write. */
  refusal?: 'full' | 'standby'
  /** Where the request comes from; `10.0.0.1` where nothing is said. */
  address?: string
  /** A write that waited finds a database that hangs. */
  hangs?: boolean
}

/** What the edge did with others. */
export interface Deeds {
  /** Was each that came in urgent? */
  readonly entered: boolean[]
  left: number
  /** Whose requests were counted. */
  readonly counted: string[]
  readonly warned: unknown[]
}

/** What came of a request: an answer, bytes, or what it failed with. */
export type Came = Answer | Bytes | Made | { readonly failed: unknown }

/**
 * The edge of the backend with nothing behind it: any call, answered by any handler, for people who
 * have signed in to a real backend.
 */
export function edgeOf(backend: Backend) {
  const around: Surroundings = {}
  const deeds: Deeds = { entered: [], left: 0, counted: [], warned: [] }
  const { db, clock, settings } = backend
  const tools = {
    settings,
    clock,
    limits: {
      requests: {
        use: async (subject: string) => {
          deeds.counted.push(subject)
          return around.wait
        },
      },
      anonymousRequests: { use: async () => undefined },
    },
    log: { warn: (...said: unknown[]) => void deeds.warned.push(said) },
  }
  const server: Server = {
    db,
    clock,
    // The rest is the features', and none is here.
    tools: tools as unknown as Server['tools'],
    readiness: { refusal: async () => around.refusal, hangs: () => around.hangs ?? false },
    addressOf: () => around.address ?? '10.0.0.1',
    admission: {
      enter: (urgent): Entry => {
        deeds.entered.push(urgent)
        return around.later === undefined
          ? {
              type: 'in',
              leave: () => void (deeds.left += 1),
              waitOutside: async (work) => ({ type: 'in', value: await work() }),
            }
          : { type: 'later', seconds: around.later }
      },
    },
  }
  /** Send a request to a handler through the edge; answers what came of it, and its cookies. */
  const send = async (request: Request, edge: Edge): Promise<{ came: Came; cookie: string }> => {
    const came: Came[] = []
    const app = new Hono().all('*', async (c) => {
      came.push(await edge(server, c).catch((failed: unknown) => ({ failed })))
      return c.body(null)
    })
    const response = await app.request(request)
    const [first] = came
    if (first === undefined) throw new Error('nothing came of it')
    return { came: first, cookie: response.headers.get('set-cookie') ?? '' }
  }
  return { around, deeds, send }
}

type Context = Parameters<typeof answer>[3]
/** One way through the edge. */
export type Edge = (server: Server, c: Context) => Promise<Came>

/** A call's way through the edge to this handler. */
export const byCall =
  (call: AnyCall, handler: Handler<unknown, unknown>): Edge =>
  (server, c) =>
    answer(server, call, handler, c)
/** The way of an address of bytes; its key stands in the query, under the call's own name. */
export const byFile =
  (call: FileCall, handler: FileHandler): Edge =>
  (server, c) =>
    answerFile(server, call, handler, c)
/** The way of a posted file. */
export const byUpload =
  (call: AnyUpload, handler: UploadHandler<unknown>): Edge =>
  (server, c) =>
    answerUpload(server, call, handler, c)
/** The way of a question that is answered with a file. */
export const byDownload =
  (call: AnyDownload, handler: DownloadHandler<unknown>): Edge =>
  (server, c) =>
    answerDownload(server, call, handler, c)

/** What a made-up call with the rule `resultsOne` says when it fails. */
export const failure = (status: number, msg: string) => ({
  status,
  headers: {},
  body: { results: 0, msg, code: String(status) },
})

/** Somebody who has signed in. */
export interface Person {
  readonly code: string
  readonly token: string
}

/** Sign in a student (`S…`) or a member of staff past the edge, which a test is about. */
export async function personOf({ db, clock }: Backend, code: string): Promise<Person> {
  const role = code.startsWith('S') ? 'student' : 'staff'
  return { code, token: await signIn(db, { role, code, openId: null, now: clock.now() }) }
}

/** What comes of `work` while this member of staff has yet to choose a password of their own. */
export async function beforeOwnPassword<T>(
  { db, clock }: Backend,
  { code }: Person,
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
