import type { QueryKey } from '@tanstack/react-query'
import { home } from '#contract/home'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { queryClient } from '../cache/query-client.ts'
import { chinaNow } from '../format/china-time.ts'
import { appConfig } from '../platform/config.ts'
import { callApi } from './call-api.ts'
import { getNetworkStatus, subscribeToNetwork } from './network-status.ts'

/** The pauses between probes while the network is weak, ms. */
const PAUSES = { first: 2_000, longest: 60_000 }
/** If the network was good for this long, ms, the next pauses start at the shortest again. */
const CALM_MS = 60_000
/** The timeout of a probe, ms. */
const TIMEOUT_MS = 10_000

let asked = 0
let calmSince = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Starts probing: while the network is weak, a small call is made from time to time. A response to
 * it marks the network as recovered, and all screens then fetch again. A hidden page probes when it
 * becomes visible. Returns the function that stops the probing.
 */
export function startConnectivityProbe(): () => void {
  const follow = () => {
    clearTimeout(timer)
    if (getNetworkStatus() !== 'weak') calmSince = Date.now()
    else {
      if (Date.now() - calmSince > CALM_MS) asked = 0
      scheduleProbe()
    }
  }
  const look = () => {
    if (document.visibilityState !== 'visible' || getNetworkStatus() !== 'weak') return
    asked = 0
    void probe()
  }
  const deaf = subscribeToNetwork(follow)
  document.addEventListener('visibilitychange', look)
  follow()
  return () => {
    deaf()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Probes at once and restarts the queries of this screen that failed or are still pending. */
export async function retryPendingQueries(): Promise<void> {
  asked = 0
  const waiting = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.error !== null || state.fetchStatus === 'fetching',
  })
  await Promise.all([probe(), ...waiting.map(({ queryKey }) => restartQuery(queryKey))])
}

// A first fetch that is still in progress is cancelled, because it would otherwise not be
// restarted.
async function restartQuery(queryKey: QueryKey) {
  await queryClient.cancelQueries({ queryKey, exact: true })
  await queryClient.refetchQueries({ queryKey, exact: true })
}

// With jitter, so that phones that lost the network together do not all probe at the same time.
function scheduleProbe() {
  clearTimeout(timer)
  asked += 1
  timer = setTimeout(
    () => document.visibilityState === 'visible' && void probe(),
    exponentialBackoff(asked, PAUSES) * (0.75 + Math.random() / 2),
  )
}

async function probe() {
  clearTimeout(timer)
  const input = { app: appConfig.appId, type: '1', status: '0', now: chinaNow(), menu: '0' }
  await callApi(home.apps, input, { timeout: TIMEOUT_MS })
  if (getNetworkStatus() === 'weak') scheduleProbe()
}
