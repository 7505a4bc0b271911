import { onRecovery } from './network.ts'
import { keepPack } from './packs.ts'
import { watchSession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { canHaveWorker, workerRegistration, workerState } from './worker.ts'

/** Whether the app opens without a network; 'unsupported' where the browser has no worker at all. */
export type Readiness = 'unsupported' | 'preparing' | 'ready'

const store = createStore<Readiness>(canHaveWorker() ? 'preparing' : 'unsupported')

/** Look again at what is on the phone, and fetch what the bound person needs beside it. */
export async function checkReadiness(): Promise<void> {
  if (!canHaveWorker()) return
  const ready = (await workerState()) === 'ready' && (await keepPack(await workerRegistration()))
  store.set(ready ? 'ready' : 'preparing')
}

/** Keep looking: somebody else needs other files, and what broke off in a tunnel is fetched after it. */
export function followReadiness(): void {
  watchSession(() => void checkReadiness())
  onRecovery(() => void (store.get() === 'preparing' && checkReadiness()))
}

/** Whether the app opens without a network; the component follows. */
export const useReadiness = (): Readiness => useStore(store)
