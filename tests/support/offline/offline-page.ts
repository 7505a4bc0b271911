import { findQueuedForm } from '#contract/forms'
import type { AnyForm, FindQueuedForm } from '#contract/queued-form'
import type { Travel } from '#contract/travel'
import { drainOutbox, type DrainResult } from '#offline/drain/drain'
import type { SendTrigger } from '#offline/drain/schedule'
import { setSenderIdentity } from '#offline/drain/sender-identity'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { createOutbox, type Outbox } from '#offline/outbox/outbox'
import {
  type OutboxDatabase,
  openOutboxDatabase,
  type DatabaseTimeouts,
} from '#offline/storage/outbox-database'
import { exchangeCall } from '#offline/transport/exchange-call'
import { exchangeUpload } from '#offline/transport/exchange-upload'

/** A clock that advances only when a test advances it. */
export interface VirtualClock {
  now: number
}

/** A page (or service worker) that uses a phone's storage by the shipped code. */
export interface OfflinePage {
  readonly database: OutboxDatabase
  readonly outbox: Outbox
  readonly sendRound: (options?: {
    trigger?: SendTrigger
    locked?: boolean
  }) => Promise<DrainResult>
  readonly bind: (subject: string, token: string) => Promise<unknown>
}

/** The parts of a page. Each has a default. */
export interface OfflinePageOptions {
  readonly fetch: typeof fetch
  readonly clock?: VirtualClock
  readonly storage?: string
  readonly holder?: string
  /** The only forms that the page knows; by default those of the app. */
  readonly forms?: Readonly<Record<string, AnyForm>>
  readonly random?: () => number
  /** How long the page waits for its database in real time; by default as long as it takes. */
  readonly patience?: DatabaseTimeouts
  /** Whether the page's settings say that the campus echoes idempotency keys. */
  readonly echoesKeys?: boolean
  /** Wraps the database, to make a step fail or to kill the page at a step. */
  readonly around?: (database: OutboxDatabase) => OutboxDatabase
}

// On a busy machine a process can be suspended for longer than the app waits for a disk.
const LONGEST_TIMER_MS = 2 ** 31 - 1
const ENDLESS: DatabaseTimeouts = { open: LONGEST_TIMER_MS, run: LONGEST_TIMER_MS }

/** Open a page. Two pages with the same `storage` are two tabs on one phone. */
export function openOfflinePage({
  fetch,
  clock = { now: 1_700_000_000_000 },
  storage = createIdempotencyKey(),
  holder = createIdempotencyKey(),
  forms,
  random = () => 0.5,
  patience = ENDLESS,
  echoesKeys = false,
  around = (same) => same,
}: OfflinePageOptions): OfflinePage {
  const database = around(openOutboxDatabase(storage, patience))
  const now = () => clock.now
  const findForm = forms === undefined ? findQueuedForm : formFinder(forms)
  return {
    database,
    outbox: createOutbox({ database, now, findForm }),
    sendRound: (options) =>
      drainOutbox(
        {
          database,
          holder,
          now,
          random,
          findForm,
          exchange: (request) => exchangeCall({ ...request, fetch }),
          upload: (request) => exchangeUpload({ ...request, fetch }),
        },
        options,
      ),
    bind: (subject, token) =>
      setSenderIdentity(database, {
        subject,
        token,
        language: 'zh',
        roots: {
          campus: 'http://campus.test',
          management: 'http://campus.test',
          provider: 'http://campus.test',
        },
        timeout: 30_000,
        ...(echoesKeys && { echoesKeys }),
      }),
  }
}

/** Find only these forms, by name. */
export const formFinder =
  (forms: Readonly<Record<string, AnyForm>>): FindQueuedForm =>
  (name) =>
    forms[name]

/** A valid travel record, with dates in the year of the backend's clock. */
export const sampleTravel = (over: Partial<Travel> = {}): Travel => ({
  student: 's1',
  step: '2',
  startCity: '广东省,东莞市',
  startDate: '2026-08-20',
  arrivalDate: '2026-08-21',
  arrivalTime: '14:30',
  mode: '火车',
  companions: '2',
  remark: '家长同行',
  open: false,
  ...over,
})

/** A response with a JSON body. */
export const jsonResponse = (
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** A request that the scripted campus received. */
export interface ScriptedRequest {
  readonly path: string
  readonly key: string | null
  readonly ifMatch: string | null
  readonly token: string | null
  readonly body: Record<string, unknown>
}

/** A fetch that answers by a script and records the requests. */
export function createScriptedFetch(
  answer: (seen: ScriptedRequest, count: number) => Response | Promise<Response>,
) {
  const seen: ScriptedRequest[] = []
  const answering: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const one: ScriptedRequest = {
      path: new URL(request.url).pathname,
      key: request.headers.get('Idempotency-Key'),
      ifMatch: request.headers.get('If-Match'),
      token: request.headers.get('Authorization'),
      body: JSON.parse(await request.text()),
    }
    seen.push(one)
    return answer(one, seen.length)
  }
  return { fetch: answering, seen }
}

/** A campus without records that accepts every write. */
export const acceptEveryWrite = (seen: ScriptedRequest): Response =>
  seen.path.includes('find') ? jsonResponse({ results: null }) : jsonResponse({ results: true })
