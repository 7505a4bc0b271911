import { onNetworkRecovery } from '#app/lib/network/network-status.ts'
import { createStore, useStore } from '#app/lib/platform/store.ts'
import { currentSession, type Session, subscribeToSession } from '#app/lib/session/session.ts'
import {
  isServiceWorkerSupported,
  getWorkerRegistration,
  getServiceWorkerState,
} from '#app/lib/worker/service-worker.ts'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { requestPack } from './request-pack.ts'

/**
 * Whether the app opens without a network and has there what it needs; 'unsupported' where the
 * browser has no worker at all.
 */
export type Readiness =
  | { readonly type: 'unsupported' | 'ready' }
  /** `done` of `all` reads are here; 0 of 0 before they were counted. */
  | { readonly type: 'preparing'; readonly done: number; readonly all: number }

/** Sees that what somebody needs in a tunnel is on this phone, and answers whether all of it is. */
export type PrefetchReads = (tell: (done: number, all: number) => void) => Promise<boolean>

type Load = (session: Session | null) => Promise<PrefetchReads>

const UNSUPPORTED: Readiness = { type: 'unsupported' }
const READY: Readiness = { type: 'ready' }
const BEGINNING: Readiness = { type: 'preparing', done: 0, all: 0 }

/** What could not be fetched is tried again after growing pauses, ms. */
const PAUSES = { first: 5_000, longest: 300_000 }

const store = createStore<Readiness>(isServiceWorkerSupported() ? BEGINNING : UNSUPPORTED)
let load: Load | undefined
let running: { readonly subject: string | undefined; readonly end: Promise<boolean> } | undefined
let currentSubject: string | undefined
let currentCheck = 0
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/** Look again at what is on the phone, and fetch what the bound person needs beside it. */
export async function checkReadiness(): Promise<void> {
  const mine = (currentCheck += 1)
  const session = currentSession()
  clearTimeout(timer)
  if (currentSubject !== session?.subject) {
    tries = 0
    if (isServiceWorkerSupported()) store.set(BEGINNING)
  }
  currentSubject = session?.subject
  const [hasFiles, hasReads] = await Promise.all([areFilesCached(), areReadsCached(session)])
  // The last look counts: it knows who is bound now, and of a worker that has come meanwhile.
  if (mine !== currentCheck) return
  const isReady = hasReads && (hasFiles || !isServiceWorkerSupported())
  if (!isReady) scheduleRecheck()
  if (!isServiceWorkerSupported()) return
  if (isReady) store.set(READY)
  else if (store.get() === READY) store.set(BEGINNING)
}

// One read that fails does not make the network weak for long, so no recovery would tell of it.
function scheduleRecheck() {
  clearTimeout(timer)
  tries += 1
  timer = setTimeout(() => void checkReadiness(), exponentialBackoff(tries, PAUSES))
}

/**
 * Keep looking: somebody else needs other things, and what broke off in a tunnel is fetched after
 * it.
 */
export function startReadinessMonitor(loadPrepare: Load): void {
  load = loadPrepare
  subscribeToSession(() => void checkReadiness())
  onNetworkRecovery(() => void (store.get() !== READY && checkReadiness()))
  void checkReadiness()
}

/** Whether the app is ready for a tunnel; the component follows. */
export const useReadiness = (): Readiness => useStore(store, () => BEGINNING)

const areFilesCached = async () =>
  (await getServiceWorkerState()) === 'ready' && requestPack(await getWorkerRegistration())

// Nothing is asked for twice at once, however often somebody looks.
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
    // Its file did not come.
    return false
  }
}

function reportProgress(session: Session | null, done: number, all: number) {
  if (store.get().type === 'preparing' && currentSubject === session?.subject)
    store.set({ type: 'preparing', done, all })
}
