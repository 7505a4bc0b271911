import { isServerRendering } from '../platform/server-rendering.ts'
import { createStore, useStore } from '../platform/store.ts'

/**
 * 'weak': no answer for 3 s, or the last one was not the campus's (a captive portal, a server in
 * trouble).
 */
export type NetworkStatus = 'online' | 'weak' | 'offline'

/** After so long without an answer the kept copy stands and says so, ms. */
const PATIENCE_MS = 3_000

const answeredEars = new Set<() => void>()
let trouble: 'none' | 'silence' | 'nonsense' = 'none'
/** What has been silent for too long, by when it was asked. */
const slow = new Set<number>()
let asked = 0
/** The latest question that was answered well. */
let answered = 0
const store = createStore<NetworkStatus>(computeNetworkStatus())

/** The network as the app meets it; navigator.onLine is only a hint (D-106). */
export const useNetwork = (): NetworkStatus => useStore(store, () => 'online')
/** The network at this moment, outside React. */
export const currentNetwork = (): NetworkStatus => store.get()

/** Follow the network outside React. */
export const subscribeToNetwork = store.subscribe

/** Hear when the network has come back after being weak or gone. */
export function onNetworkRecovery(hear: () => void): () => void {
  let before = store.get()
  return store.subscribe(() => {
    const now = store.get()
    if (now === 'online' && before !== 'online') hear()
    before = now
  })
}

/** Hear of every good answer to a call of a screen: what waits may go now. */
export function onServerAnswer(hear: () => void): () => void {
  answeredEars.add(hear)
  return () => answeredEars.delete(hear)
}

/** Watch one exchange: slow makes the network weak, its end says how the network is. */
export async function trackExchange<T extends { readonly type: string }>(
  work: Promise<T>,
): Promise<T> {
  const turn = (asked += 1)
  let isSilent = false
  const patience = setTimeout(() => {
    isSilent = true
    if (turn > answered) slow.add(turn)
    updateNetworkStatus()
  }, PATIENCE_MS)
  const outcome = await work
    .finally(() => {
      clearTimeout(patience)
      slow.delete(turn)
    })
    .catch((cause: unknown) => {
      updateNetworkStatus()
      throw cause
    })
  // Who asked later and was answered knows better: the silence of the earlier ones is that of a
  // broken connection.
  if (isGood(outcome.type)) {
    answered = Math.max(answered, turn)
    for (const earlier of slow) if (earlier < turn) slow.delete(earlier)
  }
  if (outcome.type === 'unreachable' && isSilent && turn < answered) return outcome
  noteOutboxOutcome(outcome.type)
  if (trouble === 'none') answeredEars.forEach((hear) => hear())
  return outcome
}

/**
 * Take in how an exchange of the outbox ended; its own good answers must not set it going again.
 */
export function noteOutboxOutcome(outcome: string): void {
  trouble = outcome === 'unreachable' ? 'silence' : outcome === 'unreadable' ? 'nonsense' : 'none'
  updateNetworkStatus()
}

/** Follow the browser's hints. Returns the way to stop. */
export function listenToNetworkEvents(): () => void {
  const up = () => {
    trouble = 'none'
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
  // Silence with a network that claims to be there is what a tunnel looks like.
  return trouble === 'none' && slow.size === 0 ? 'online' : 'weak'
}
