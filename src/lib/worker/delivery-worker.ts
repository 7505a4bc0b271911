import { OUTBOX_SYNC_TAG } from '#offline/transport/worker-messages'
import { isServiceWorkerSupported } from './service-worker.ts'

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

const base = import.meta.env.BASE_URL
/** No page has an address below the scope, so the delivery worker controls no page. */
const SCOPE = `${base}assets/delivery/`

/**
 * Registers the delivery worker (sw/delivery.ts), whose script has this path below the base path. A
 * browser without Background Sync fetches nothing. Resolves to false if the script could not be
 * fetched.
 */
export async function registerDeliveryWorker(script: string): Promise<boolean> {
  if (!('sync' in ServiceWorkerRegistration.prototype)) return true
  return navigator.serviceWorker.register(`${base}${script}`, { scope: SCOPE }).then(
    () => true,
    () => false,
  )
}

/**
 * Asks the browser to wake the delivery worker when there is a network (Background Sync). Resolves
 * to false if the browser cannot do so.
 */
export async function requestBackgroundSync(): Promise<boolean> {
  if (!isServiceWorkerSupported()) return false
  try {
    const registration: SyncRegistration | undefined =
      await navigator.serviceWorker.getRegistration(SCOPE)
    // Without a delivery worker the browser returns the registration of the app's worker.
    if (registration?.scope.endsWith(SCOPE) !== true || registration.active === null) return false
    if (registration.sync === undefined) return false
    await registration.sync.register(OUTBOX_SYNC_TAG)
    return true
  } catch {
    // A setting of the phone refuses it. An open page still sends the items.
    return false
  }
}
