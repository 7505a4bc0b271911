import type { QueryKey } from '@tanstack/react-query'
import { home } from '#contract/home'
import { exponentialBackoff } from '#offline/utilities/exponential-backoff'
import { queryClient } from '../cache/query-client.ts'
import { chinaNow } from '../format/china-time.ts'
import { config } from '../platform/config.ts'
import { callApi } from './call-api.ts'
import { currentNetwork, subscribeToNetwork } from './network-status.ts'

/** The pauses while the network is weak, ms. */
const PAUSES = { first: 2_000, longest: 60_000 }
/** After so long without trouble the next one begins with short pauses again. */
const CALM_MS = 60_000
/** So small a question needs no longer, ms. */
const TIMEOUT_MS = 10_000

let asked = 0
let calmSince = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * While the network is weak, ask the campus for something small from time to time: its answer is
 * the recovery that every screen reads again by. A page that nobody looks at asks when it is looked
 * at. Returns the way to stop.
 */
export function startConnectivityProbe(): () => void {
  const follow = () => {
    clearTimeout(timer)
    if (currentNetwork() !== 'weak') calmSince = Date.now()
    else {
      if (Date.now() - calmSince > CALM_MS) asked = 0
      scheduleProbe()
    }
  }
  const look = () => {
    if (document.visibilityState !== 'visible' || currentNetwork() !== 'weak') return
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

/** Ask at once, for all that this screen shows and could not read, or is still waiting for. */
export async function retryPendingQueries(): Promise<void> {
  asked = 0
  const waiting = queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.error !== null || state.fetchStatus === 'fetching',
  })
  await Promise.all([probe(), ...waiting.map(({ queryKey }) => restartQuery(queryKey))])
}

// A first question that is under way would not be asked anew.
async function restartQuery(queryKey: QueryKey) {
  await queryClient.cancelQueries({ queryKey, exact: true })
  await queryClient.refetchQueries({ queryKey, exact: true })
}

// Phones that lost the network together do not come back together.
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
  const input = { app: config.appId, type: '1', status: '0', now: chinaNow(), menu: '0' }
  await callApi(home.apps, input, { timeout: TIMEOUT_MS })
  if (currentNetwork() === 'weak') scheduleProbe()
}
