import { isServerRendering } from '../platform/server-rendering.ts'

/**
 * Whether this phone can open the app offline. 'none': there is no worker; 'installing': it is
 * being installed; 'ready': all files are on the phone.
 */
export type WorkerState = 'none' | 'installing' | 'ready'

const base = import.meta.env.BASE_URL

/** The worker's registration for this page, if there is one. */
export const getWorkerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(base).catch(() => undefined)

/**
 * Whether the app can be opened offline. The function looks into the cache itself, since the
 * browser might have deleted the cache.
 */
export async function getServiceWorkerState(): Promise<WorkerState> {
  if (!isServiceWorkerSupported()) return 'none'
  try {
    const registration = await navigator.serviceWorker.getRegistration(base)
    if (registration === undefined) return 'none'
    if (registration.active?.state !== 'activated') return 'installing'
    // The browser might have deleted the cache and kept the worker.
    const page = await caches.match(`${base}index.html`, { ignoreSearch: true })
    return page === undefined ? 'none' : 'ready'
  } catch {
    return 'none'
  }
}

/** Whether this browser supports service workers. */
export const isServiceWorkerSupported = (): boolean =>
  !isServerRendering && 'serviceWorker' in navigator && navigator.serviceWorker !== undefined
