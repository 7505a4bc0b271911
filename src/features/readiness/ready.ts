import { onRecovery } from '#app/lib/network.ts'
import { currentSession, type Session, watchSession } from '#app/lib/session.ts'
import { createStore, useStore } from '#app/lib/store.ts'
import { canHaveWorker, workerRegistration, workerState } from '#app/lib/worker.ts'
import { growing } from '#offline/growing'
import { keepPack } from './packs.ts'

/**
 * Whether the app opens without a network and has there what it needs; 'unsupported' where the
 * browser has no worker at all.
 */
export type Readiness =
  | { readonly type: 'unsupported' | 'ready' }
  /** `done` of `all` reads are here; 0 of 0 before they were counted. */
  | { readonly type: 'preparing'; readonly done: number; readonly all: number }

/** Sees that what somebody needs in a tunnel is on this phone, and answers whether all of it is. */
export type Prepare = (tell: (done: number, all: number) => void) => Promise<boolean>

type Load = (session: Session | null) => Promise<Prepare>

const UNSUPPORTED: Readiness = { type: 'unsupported' }
const READY: Readiness = { type: 'ready' }
const BEGINNING: Readiness = { type: 'preparing', done: 0, all: 0 }

/** What could not be fetched is tried again after growing pauses, ms. */
const PAUSES = { first: 5_000, longest: 300_000 }

const store = createStore<Readiness>(canHaveWorker() ? BEGINNING : UNSUPPORTED)
let load: Load | undefined
let running: { readonly subject: string | undefined; readonly end: Promise<boolean> } | undefined
let whose: string | undefined
let turn = 0
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/** Look again at what is on the phone, and fetch what the bound person needs beside it. */
export async function checkReadiness(): Promise<void> {
  const mine = (turn += 1)
  const session = currentSession()
  clearTimeout(timer)
  if (whose !== session?.subject) {
    tries = 0
    if (canHaveWorker()) store.set(BEGINNING)
  }
  whose = session?.subject
  const [hasFiles, hasReads] = await Promise.all([filesAreHere(), readsAreHere(session)])
  // The last look counts: it knows who is bound now, and of a worker that has come meanwhile.
  if (mine !== turn) return
  const isReady = hasReads && (hasFiles || !canHaveWorker())
  if (!isReady) lookLater()
  if (!canHaveWorker()) return
  if (isReady) store.set(READY)
  else if (store.get() === READY) store.set(BEGINNING)
}

// One read that fails does not make the network weak for long, so no recovery would tell of it.
function lookLater() {
  clearTimeout(timer)
  tries += 1
  timer = setTimeout(() => void checkReadiness(), growing(tries, PAUSES))
}

/**
 * Keep looking: somebody else needs other things, and what broke off in a tunnel is fetched after
 * it.
 */
export function followReadiness(loadPrepare: Load): void {
  load = loadPrepare
  watchSession(() => void checkReadiness())
  onRecovery(() => void (store.get() !== READY && checkReadiness()))
  void checkReadiness()
}

/** Whether the app is ready for a tunnel; the component follows. */
export const useReadiness = (): Readiness => useStore(store, () => BEGINNING)

const filesAreHere = async () =>
  (await workerState()) === 'ready' && keepPack(await workerRegistration())

// Nothing is asked for twice at once, however often somebody looks.
function readsAreHere(session: Session | null): Promise<boolean> {
  if (running !== undefined && running.subject === session?.subject) return running.end
  const end = readAll(session).finally(() => {
    if (running?.end === end) running = undefined
  })
  running = { subject: session?.subject, end }
  return end
}

async function readAll(session: Session | null): Promise<boolean> {
  try {
    const prepare = await load?.(session)
    return (await prepare?.((done, all) => tell(session, done, all))) ?? false
  } catch {
    // Its file did not come.
    return false
  }
}

function tell(session: Session | null, done: number, all: number) {
  if (store.get().type === 'preparing' && whose === session?.subject)
    store.set({ type: 'preparing', done, all })
}
