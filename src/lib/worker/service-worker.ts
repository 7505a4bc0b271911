import { OUTBOX_SYNC_TAG } from '#offline/transport/worker-messages'
import { isServerRendering } from '../platform/server-rendering.ts'

/**
 * Whether this phone can open the app without a network: no worker, one on its way, or all files
 * here.
 */
export type WorkerState = 'none' | 'installing' | 'ready'

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

const base = import.meta.env.BASE_URL

/** The worker of this page, if there is one yet. */
export const getWorkerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(base).catch(() => undefined)

/** Is the app on this phone? Looks at what is there, not at what was once said. */
export async function getServiceWorkerState(): Promise<WorkerState> {
  if (!isServiceWorkerSupported()) return 'none'
  try {
    const registration = await navigator.serviceWorker.getRegistration(base)
    if (registration === undefined) return 'none'
    if (registration.active?.state !== 'activated') return 'installing'
    // The browser may have thrown the files away and kept the worker.
    const page = await caches.match(`${base}index.html`, { ignoreSearch: true })
    return page === undefined ? 'none' : 'ready'
  } catch {
    return 'none'
  }
}

/**
 * Ask the browser to wake the worker for the outbox once there is a network; false where it cannot.
 */
export async function requestBackgroundSync(): Promise<boolean> {
  if (!isServiceWorkerSupported()) return false
  try {
    const registration: SyncRegistration | undefined =
      await navigator.serviceWorker.getRegistration(base)
    if (registration?.sync === undefined || registration.active === null) return false
    await registration.sync.register(OUTBOX_SYNC_TAG)
    return true
  } catch {
    // Refused by a setting of the phone: the open page still sends.
    return false
  }
}

/** Does this browser know workers at all? */
export const isServiceWorkerSupported = (): boolean =>
  !isServerRendering && 'serviceWorker' in navigator && navigator.serviceWorker !== undefined
