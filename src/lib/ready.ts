import { createStore, useStore } from './store.ts'
import { canHaveWorker, workerState } from './worker.ts'

/** Whether the app opens without a network; 'unsupported' where the browser has no worker at all. */
export type Readiness = 'unsupported' | 'preparing' | 'ready'

const store = createStore<Readiness>(canHaveWorker() ? 'preparing' : 'unsupported')

/** Look again at what is on the phone. */
export async function checkReadiness(): Promise<void> {
  if (canHaveWorker()) store.set((await workerState()) === 'ready' ? 'ready' : 'preparing')
}

/** Whether the app opens without a network; the component follows. */
export const useReadiness = (): Readiness => useStore(store)
