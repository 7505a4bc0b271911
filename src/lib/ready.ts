import { createStore, useStore } from './store.ts'
import { workerState } from './worker.ts'

/** Whether the app opens without a network; 'unsupported' where the browser has no worker at all. */
export type Readiness = 'unsupported' | 'preparing' | 'ready'

const store = createStore<Readiness>(supported() ? 'preparing' : 'unsupported')

/** Look again at what is on the phone. */
export async function checkReadiness(): Promise<void> {
  if (supported()) store.set((await workerState()) === 'ready' ? 'ready' : 'preparing')
}

/** Whether the app opens without a network; the component follows. */
export const useReadiness = (): Readiness => useStore(store)

function supported(): boolean {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator && navigator.serviceWorker !== undefined
}
