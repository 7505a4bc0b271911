// The worker's whole policy. It keeps the app's own pages and files on the phone, and sends what
// waits when no page is open.
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
  event.waitUntil(install()) // and then wait: an update takes over only when a person accepts it
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldBuilds())
  event.waitUntil(self.clients.claim()) // the first visit already works in a tunnel, without a second one
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET') return // the worker never touches a write
  if (url.origin !== self.location.origin) return // nor another host
  if (!isAppAddress(url.pathname, base)) return // nor a call: campus data never pass through here
  if (request.destination === 'manifest') return // nor the name that the school gives the app
  if (request.cache === 'no-store') return // nor what asks for the network
  const isPage = request.mode === 'navigate' && !isFileAddress(url.pathname)
  event.respondWith(isPage ? respondWithPage(request) : respondWithFile(request))
  if (isPage) event.waitUntil(refreshCachedPage()) // what the office has changed is there at the next look
})

self.addEventListener('message', (event) => handleMessage(event, self))

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(deliver(event))
})

// What delivers is most of the code, and a page should not wait for it: a file of its own, which a
// browser lets in now or never. Where nothing can wake the worker it is not fetched at all.
async function install(): Promise<void> {
  if ('sync' in self.registration) importScripts(self.deliveryScript)
  await precacheBuild()
}

// It fails as a delivery does, so that the browser asks again.
async function deliver(event: SyncEvent): Promise<void> {
  if (self.deliverOutbox === undefined) importScripts(self.deliveryScript)
  await self.deliverOutbox?.(event)
}
