import { onNetworkRecovery } from '#app/lib/network/network-status.ts'
import { settingsRevision } from '#app/lib/platform/config.ts'
import { createExternalStore, useExternalStore } from '#app/lib/platform/store.ts'
import { currentSession, type Session, subscribeToSession } from '#app/lib/session/session.ts'
import {
  isServiceWorkerSupported,
  getWorkerRegistration,
  getServiceWorkerState,
} from '#app/lib/worker/service-worker.ts'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { requestPack } from './request-pack.ts'

/**
 * Whether the app opens offline with all the data that the user needs; 'unsupported' in a browser
 * without service workers.
 */
export type Readiness =
  | { readonly type: 'unsupported' | 'ready' }
  /** `done` of `all` queries are cached; both are 0 before they were counted. */
  | { readonly type: 'preparing'; readonly done: number; readonly all: number }

/** Caches the queries that a user needs offline; resolves to whether all are cached. */
export type PrefetchReads = (tell: (done: number, all: number) => void) => Promise<boolean>

type Load = (session: Session | null) => Promise<PrefetchReads>

const UNSUPPORTED: Readiness = { type: 'unsupported' }
const READY: Readiness = { type: 'ready' }
const BEGINNING: Readiness = { type: 'preparing', done: 0, all: 0 }

/** The delays before failed queries are fetched again, ms; they grow from `first` to `longest`. */
const PAUSES = { first: 5_000, longest: 300_000 }

const store = createExternalStore<Readiness>(isServiceWorkerSupported() ? BEGINNING : UNSUPPORTED)
let load: Load | undefined
let running: { readonly subject: string | undefined; readonly end: Promise<boolean> } | undefined
let currentSubject: string | undefined
let currentCheck = 0
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/**
 * Checks what is on the phone, and fetches what the user needs and the phone lacks. Before the
 * monitor has started, the requests of the first screen have precedence, and the monitor checks.
 */
export async function checkReadiness(): Promise<void> {
  if (load === undefined) return
  const mine = (currentCheck += 1)
  const session = currentSession()
  clearTimeout(timer)
  if (currentSubject !== session?.subject) {
    tries = 0
    if (isServiceWorkerSupported()) store.set(BEGINNING)
  }
  currentSubject = session?.subject
  const [hasFiles, hasReads] = await Promise.all([areFilesCached(), areReadsCached(session)])
  // Only the newest check counts, because it uses the current user and the current service worker.
  if (mine !== currentCheck) return
  const isReady = hasReads && (hasFiles || !isServiceWorkerSupported())
  if (!isReady) scheduleRecheck()
  if (!isServiceWorkerSupported()) return
  if (isReady) store.set(READY)
  else if (store.get() === READY) store.set(BEGINNING)
}

// Schedules another check. One failed query does not make the network weak for long, so there would
// be no event of its recovery.
function scheduleRecheck() {
  clearTimeout(timer)
  tries += 1
  timer = setTimeout(() => void checkReadiness(), exponentialBackoff(tries, PAUSES))
}

/**
 * Checks again whenever the result might change: another user needs other data, and an interrupted
 * download continues when the network is back.
 */
export function startReadinessMonitor(loadPrepare: Load): void {
  load = loadPrepare
  subscribeToSession(() => void checkReadiness())
  // A new version of the school's texts is fetched.
  settingsRevision.subscribe(() => void checkReadiness())
  onNetworkRecovery(checkUnlessReady)
  void checkReadiness()
}

/** Checks again unless everything is known to be on the phone. */
export function checkUnlessReady(): void {
  if (store.get() !== READY) void checkReadiness()
}

/**
 * Returns whether the app is ready for offline use. The component renders again when this changes.
 */
export const useReadiness = (): Readiness => useExternalStore(store, () => BEGINNING)

const areFilesCached = async () =>
  (await getServiceWorkerState()) === 'ready' && requestPack(await getWorkerRegistration())

// Concurrent checks wait for the same run.
function areReadsCached(session: Session | null): Promise<boolean> {
  if (running !== undefined && running.subject === session?.subject) return running.end
  const end = prefetchAll(session).finally(() => {
    if (running?.end === end) running = undefined
  })
  running = { subject: session?.subject, end }
  return end
}

async function prefetchAll(session: Session | null): Promise<boolean> {
  try {
    const prepare = await load?.(session)
    return (await prepare?.((done, all) => reportProgress(session, done, all))) ?? false
  } catch {
    // The chunk failed to load.
    return false
  }
}

function reportProgress(session: Session | null, done: number, all: number) {
  if (store.get().type === 'preparing' && currentSubject === session?.subject)
    store.set({ type: 'preparing', done, all })
}
