import { isServerRendering } from '../platform/server-rendering.ts'
import { createExternalStore, useExternalStore } from '../platform/store.ts'

/**
 * The status of the network. 'weak': there was no response for 3 s, or the last response did not
 * come from the campus (a captive portal, a failing server).
 */
export type NetworkStatus = 'online' | 'weak' | 'offline'

/**
 * The time without a response after which the network counts as weak, ms. The cached copy is then
 * shown as a copy.
 */
const SLOW_AFTER_MS = 3_000

const answeredEars = new Set<() => void>()
let problem: 'none' | 'silence' | 'nonsense' = 'none'
/** The numbers of the exchanges that have waited too long for a response. */
const slow = new Set<number>()
let asked = 0
/** The number of the latest exchange that got a response. */
let answered = 0
const store = createExternalStore<NetworkStatus>(computeNetworkStatus())

/**
 * Subscribes a component to the network status. The status follows from the app's own requests;
 * `navigator.onLine` is only a hint (D-106).
 */
export const useNetwork = (): NetworkStatus => useExternalStore(store, () => 'online')
/** The current network status, outside React. */
export const getNetworkStatus = (): NetworkStatus => store.get()

/** Calls a listener when the network status changes, outside React. */
export const subscribeToNetwork = store.subscribe

/**
 * Calls `hear` when the network becomes online after being weak or offline. Returns the function
 * that unsubscribes.
 */
export function onNetworkRecovery(hear: () => void): () => void {
  let before = store.get()
  return store.subscribe(() => {
    const now = store.get()
    if (now === 'online' && before !== 'online') hear()
    before = now
  })
}

/**
 * Calls `hear` after every response of the campus to a call of a screen, because waiting items can
 * perhaps be sent then. Returns the function that unsubscribes.
 */
export function onServerAnswer(hear: () => void): () => void {
  answeredEars.add(hear)
  return () => answeredEars.delete(hear)
}

/**
 * Tracks one exchange. While the exchange waits too long the network counts as weak, and the
 * outcome of the exchange sets the network status.
 */
export async function trackNetworkExchange<T extends { readonly type: string }>(
  work: Promise<T>,
): Promise<T> {
  const turn = (asked += 1)
  let isSilent = false
  const slowTimer = setTimeout(() => {
    isSilent = true
    if (turn > answered) slow.add(turn)
    updateNetworkStatus()
  }, SLOW_AFTER_MS)
  const outcome = await work
    .finally(() => {
      clearTimeout(slowTimer)
      slow.delete(turn)
    })
    .catch((cause: unknown) => {
      updateNetworkStatus()
      throw cause
    })
  // If a later exchange got a response, earlier exchanges hang because of a broken connection and
  // not because of the network.
  if (isGood(outcome.type)) {
    answered = Math.max(answered, turn)
    for (const earlier of slow) if (earlier < turn) slow.delete(earlier)
  }
  if (outcome.type === 'unreachable' && isSilent && turn < answered) return outcome
  recordOutboxOutcome(outcome.type)
  if (problem === 'none') answeredEars.forEach((hear) => hear())
  return outcome
}

/**
 * Sets the network status from the outcome of an outbox exchange. It does not notify the listeners
 * of `onServerAnswer`, because the outbox would start itself again.
 */
export function recordOutboxOutcome(outcome: string): void {
  problem = outcome === 'unreachable' ? 'silence' : outcome === 'unreadable' ? 'nonsense' : 'none'
  updateNetworkStatus()
}

/** Listens to the browser's online and offline events. Returns the function that stops it. */
export function listenToNetworkEvents(): () => void {
  const up = () => {
    problem = 'none'
    updateNetworkStatus()
  }
  window.addEventListener('online', up)
  window.addEventListener('offline', updateNetworkStatus)
  return () => {
    window.removeEventListener('online', up)
    window.removeEventListener('offline', updateNetworkStatus)
  }
}

const isGood = (outcome: string) => outcome !== 'unreachable' && outcome !== 'unreadable'

function updateNetworkStatus() {
  store.set(computeNetworkStatus())
}

function computeNetworkStatus(): NetworkStatus {
  if (!isServerRendering && !navigator.onLine) return 'offline'
  // The browser reports a network, but requests get no response, so the network counts as weak.
  return problem === 'none' && slow.size === 0 ? 'online' : 'weak'
}
