import { onRecovery } from './network.ts'
import { keepPack } from './packs.ts'
import { currentSession, type Session, watchSession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { canHaveWorker, workerRegistration, workerState } from './worker.ts'

/** Whether the app opens without a network and has there what it needs; 'unsupported' where the browser has no worker at all. */
export type Readiness =
  | { readonly type: 'unsupported' | 'ready' }
  /** `done` of `all` reads are here; 0 of 0 before they were counted. */
  | { readonly type: 'preparing'; readonly done: number; readonly all: number }

/** Sees that what somebody needs in a tunnel is on this phone, and answers whether all of it is. */
export type Prepare = (session: Session, tell: (done: number, all: number) => void) => Promise<boolean>

const UNSUPPORTED: Readiness = { type: 'unsupported' }
const READY: Readiness = { type: 'ready' }
const BEGINNING: Readiness = { type: 'preparing', done: 0, all: 0 }

const store = createStore<Readiness>(canHaveWorker() ? BEGINNING : UNSUPPORTED)
let load: (() => Promise<Prepare>) | undefined
let running: Promise<void> | undefined
let whose: string | undefined

/** Look again at what is on the phone, and fetch what the bound person needs beside it. */
export function checkReadiness(): Promise<void> {
  running ??= check().finally(() => (running = undefined))
  return running
}

/** Keep looking: somebody else needs other things, and what broke off in a tunnel is fetched after it. */
export function followReadiness(loadPrepare: () => Promise<Prepare>): void {
  load = loadPrepare
  watchSession(() => void checkReadiness())
  onRecovery(() => void (store.get() !== READY && checkReadiness()))
  void checkReadiness()
}

/** Whether the app is ready for a tunnel; the component follows. */
export const useReadiness = (): Readiness => useStore(store)

async function check(): Promise<void> {
  if (load === undefined) return
  const session = currentSession()
  if (whose !== session?.subject && canHaveWorker()) store.set(BEGINNING)
  whose = session?.subject
  const [hasFiles, hasReads] = await Promise.all([filesAreHere(), session === null ? true : readsAreHere(load, session)])
  // Somebody else by now.
  if (whose !== currentSession()?.subject) return check()
  if (!canHaveWorker()) return
  if (hasFiles && hasReads) store.set(READY)
  else if (store.get() === READY) store.set(BEGINNING)
}

const filesAreHere = async () => (await workerState()) === 'ready' && keepPack(await workerRegistration())

const readsAreHere = (loadPrepare: () => Promise<Prepare>, session: Session) =>
  loadPrepare()
    .then((prepare) =>
      prepare(session, (done, all) => {
        if (store.get().type === 'preparing' && whose === session.subject) store.set({ type: 'preparing', done, all })
      }),
    )
    // Its file did not come.
    .catch(() => false)
