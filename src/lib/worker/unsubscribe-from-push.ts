import { getWorkerRegistration } from './service-worker.ts'

/**
 * Ends the subscription of this browser and closes the notifications that are shown, whose texts are
 * a person's. The browser ends a subscription without a network too. Resolves to false if it has not
 * ended.
 */
export async function unsubscribeFromPush(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return true
  const registration = await getWorkerRegistration()
  if (registration === undefined || !('pushManager' in registration)) return true
  try {
    for (const notification of await registration.getNotifications()) notification.close()
    const subscription = await registration.pushManager.getSubscription()
    return subscription === null || (await subscription.unsubscribe())
  } catch {
    return false
  }
}
