import { cacheNames } from 'workbox-core'
import { PrecacheController } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

const PAGE = 'index.html'
const LAST_BUILD = 'last-build'
// The build writes the list in; workbox types it as texts or entries, and entries they are.
const build = self.__WB_MANIFEST.map((entry) => (typeof entry === 'string' ? { url: entry, revision: null } : entry))
const controller = new PrecacheController()
controller.addToCacheList(build)

/** The name of this build: the revision of its page. */
export const version = build.find(({ url }) => url === PAGE)?.revision ?? ''

/** Fetch the files of this build beside those of the build in use, which stay until it is replaced. */
export const keepBuild = (event: ExtendableEvent) => controller.install(event)

/** Answer a navigation with the app's page, whatever the network does. */
export async function keptPage(request: Request): Promise<Response> {
  return (await controller.matchPrecache(PAGE)) ?? fetch(request)
}

/** Answer with the kept file, or else with the network's. */
export async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheNames.precache)
  const key = controller.getCacheKeyForURL(request.url) ?? request.url
  return (await cache.match(key)) ?? fetch(request)
}

/**
 * Forget all files but those of this build and of the one before it: a tab that has not been reloaded since the update,
 * because a form is open in it, still asks for the older ones.
 */
export async function dropOldBuilds(): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const memory = await caches.open(`${cacheNames.precache}-${LAST_BUILD}`)
  const current = controller.getCachedURLs().map((url) => controller.getCacheKeyForURL(url) ?? url)
  const remembered = await memory.match(LAST_BUILD)
  const last = remembered === undefined ? [] : (await remembered.text()).split('\n')
  const keep = new Set([...current, ...last])
  const kept = await cache.keys()
  await Promise.all(kept.filter(({ url }) => !keep.has(url)).map((request) => cache.delete(request)))
  await memory.put(LAST_BUILD, new Response(current.join('\n')))
}
