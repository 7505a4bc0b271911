// The service worker: caches the app's own pages and files, and sends the outbox when no page is
// open.
import '#offline/utilities/polyfills'
import { isAppAddress, isFileAddress } from '#contract/addresses'
import { OUTBOX_SYNC_TAG } from '#offline/transport/worker-messages'
import { handleMessage } from './handle-message.ts'
import {
  deleteOldBuilds,
  precacheBuild,
  respondWithFile,
  respondWithPage,
  refreshCachedPage,
} from './precache.ts'

declare const self: ServiceWorkerGlobalScope
const base = new URL(self.registration.scope).pathname

self.addEventListener('install', (event) => {
  // the new worker then waits: it is activated only when the user accepts the update
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldBuilds())
  event.waitUntil(self.clients.claim()) // so that the first visit already works offline
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET') return // writes are not handled
  if (url.origin !== self.location.origin) return // requests to other origins are not handled
  // calls are not handled, so campus data never pass through the worker
  if (!isAppAddress(url.pathname, base)) return
  if (request.destination === 'manifest') return // the manifest contains the school's name for the app
  if (request.cache === 'no-store') return // the caller has asked for a response from the network
  const isPage = request.mode === 'navigate' && !isFileAddress(url.pathname)
  event.respondWith(isPage ? respondWithPage(request) : respondWithFile(request))
  if (isPage) event.waitUntil(refreshCachedPage()) // changed settings appear at the next visit
})

self.addEventListener('message', (event) => handleMessage(event, self))

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(deliver(event))
})

// The delivery script is most of the worker's code, and a page should not wait for it, so it is a
// separate file. Browsers allow a worker to import a file during installation only, so it is
// imported here. Without Background Sync nothing can wake the worker, and the script is not
// fetched.
async function install(): Promise<void> {
  if ('sync' in self.registration) importScripts(self.deliveryScript)
  await precacheBuild()
}

// Sends the outbox. Rejects if the delivery fails, so that the browser repeats the event.
async function deliver(event: SyncEvent): Promise<void> {
  if (self.deliverOutbox === undefined) importScripts(self.deliveryScript)
  await self.deliverOutbox?.(event)
}
