import { vi } from 'vitest'
import type { PrecachedFile } from '#contract/packs'

/** The address at which the app of these tests is served. */
export const WORKER_SCOPE = 'https://campus.test/app/'

/**
 * The environment of a service worker: Cache Storage, and a network whose answers a test defines.
 */
export interface WorkerHarness {
  /** The answers of the network, by path below the scope. Other paths fail. */
  readonly network: Map<string, (asked: RequestInit) => Response>
  /** The requests to the network, in order. */
  readonly requests: { readonly path: string; readonly cache: string | undefined }[]
  /** The addresses in a cache, without the scope. */
  readonly listCached: (store: string) => Promise<string[]>
  readonly setDiskFull: (isFull: boolean) => void
  /**
   * Start a worker that precaches these files, as a new build does, or as the browser restarts a
   * worker.
   */
  readonly start: (files: readonly PrecachedFile[]) => Promise<StartedWorker>
  /** Start the delivery worker, as the browser does for a sync event. */
  readonly startDelivery: () => Promise<StartedWorker>
}

interface MatchOptions {
  readonly cacheName: string
  readonly ignoreVary?: boolean
}

/** A service worker of one build. */
export interface StartedWorker {
  /** Dispatch an event. Resolves to its answer when everything passed to `waitUntil` has ended. */
  readonly dispatchEvent: (type: string, event?: object) => Promise<Response | undefined>
  /** The calls of `skipWaiting` and `clients.claim` by the worker. */
  readonly actions: string[]
}

/** Set up the environment. `vi.unstubAllGlobals` removes it. */
export function openWorkerHarness(): WorkerHarness {
  const stores = new Map<string, Map<string, Response>>()
  const network: WorkerHarness['network'] = new Map()
  const asked: WorkerHarness['requests'] = []
  let isFull = false
  const addressOf = (key: string | { readonly url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, WORKER_SCOPE).href
  const match = (key: string, { cacheName, ignoreVary = false }: MatchOptions) => {
    const found = stores.get(cacheName)?.get(addressOf(key))
    // A response with a Vary header is not found by its address alone.
    return found?.headers.has('Vary') === true && !ignoreVary ? undefined : found?.clone()
  }
  const open = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, entries)
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (key: { readonly url: string }) => entries.delete(addressOf(key)),
      put: async (key: string, answer: Response) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        entries.set(addressOf(key), answer)
      },
    }
  }
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    match: async (key: string, options: MatchOptions) => match(key, options),
  })
  vi.stubGlobal('fetch', async (one: string | { readonly url: string }, init: RequestInit = {}) => {
    const path = addressOf(one).replace(WORKER_SCOPE, '')
    asked.push({ path, cache: init.cache })
    const answer = network.get(path)
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer(init)
  })
  vi.stubGlobal('location', new URL(WORKER_SCOPE))
  return {
    network,
    requests: asked,
    listCached: async (store) =>
      [...(stores.get(store)?.keys() ?? [])].map((url) => url.replace(WORKER_SCOPE, '')),
    setDiskFull: (now) => (isFull = now),
    start: (precacheList) =>
      startScript(() => import('../../../sw/sw.ts'), {
        precacheList,
        // A worker that has stored files is active when the next one is started.
        registration: { scope: WORKER_SCOPE, active: stores.size > 0 ? {} : null },
      }),
    startDelivery: () => startScript(() => import('../../../sw/delivery.ts'), {}),
  }
}

async function startScript(load: () => Promise<unknown>, own: object): Promise<StartedWorker> {
  const ears = new Map<string, (event: object) => void>()
  const did: string[] = []
  vi.resetModules()
  const tab = { postMessage: (said: string) => did.push(said) }
  vi.stubGlobal('self', {
    deliveryScript: 'assets/delivery.js',
    registration: { scope: WORKER_SCOPE },
    ...own,
    location: new URL(WORKER_SCOPE),
    clients: {
      claim: async () => did.push('claimed'),
      matchAll: async () => [tab],
      get: async () => tab,
    },
    skipWaiting: async () => did.push('went ahead'),
    addEventListener: (type: string, ear: (event: object) => void) => ears.set(type, ear),
  })
  await load()
  return {
    actions: did,
    dispatchEvent: async (type, event = {}) => {
      const waits: unknown[] = []
      let answer: Response | Promise<Response> | undefined
      ears.get(type)?.({
        ...event,
        waitUntil: (work: unknown) => waits.push(work),
        respondWith: (given: Response | Promise<Response>) => (answer = given),
      })
      await Promise.all(waits)
      return answer
    },
  }
}

/** A fetch event for this path below the scope. */
export const createFetchEvent = (path: string, how: object = {}): { readonly request: object } => ({
  request: {
    url: new URL(path, WORKER_SCOPE).href,
    method: 'GET',
    mode: 'cors',
    destination: '',
    ...how,
  },
})
