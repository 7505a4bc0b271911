import { callApi } from '#app/lib/network/call-api.ts'
import { getWorkerRegistration } from '#app/lib/worker/service-worker.ts'
import { messageChannels } from '#contract/message-channels'

/** Whether this browser can show notifications. */
export const isPushSupported = (): boolean =>
  'PushManager' in globalThis && 'Notification' in globalThis

/** Whether the user has not yet decided about notifications. */
export const isPushUndecided = (): boolean =>
  isPushSupported() && Notification.permission === 'default'

/** The result of subscribing. */
export type PushResult = 'on' | 'denied' | 'failed' | 'unsupported'

/**
 * Asks for permission, subscribes this browser, and tells the campus. Call it in the handler of a tap:
 * browsers ask for permission only then.
 */
export async function subscribeToPush(key: string): Promise<PushResult> {
  if (!isPushSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await getWorkerRegistration()
  if (registration === undefined) return 'unsupported'
  try {
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    })
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
    const outcome = await callApi(messageChannels.subscribe, { endpoint, p256dh, auth })
    return outcome.type === 'ok' ? 'on' : 'failed'
  } catch {
    // The push service cannot be reached, or the subscription belongs to another key.
    return 'failed'
  }
}
