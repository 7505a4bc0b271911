// The service worker: caches the app's own pages and files. sw/delivery.ts sends the outbox when no
// page is open.
import '#offline/utilities/polyfills'
import { isAppAddress, isFileAddress } from '#contract/addresses'
import { handleMessage } from './handle-message.ts'
import {
  deleteOldBuilds,
  precacheBuild,
  respondWithFile,
  respondWithPage,
  refreshCachedPage,
} from './precache.ts'
import {
  deleteOldPublicPages,
  dropPublicPages,
  findPublicPageCopy,
  installPublicPages,
  renewPublicPage,
} from './public-pages.ts'
import { openNotification, showPushedMessage } from './push.ts'

declare const self: ServiceWorkerGlobalScope
const base = new URL(self.registration.scope).pathname

self.addEventListener('install', (event) => {
  // the new worker then waits: it is activated only when the user accepts the update
  event.waitUntil(precacheBuild().then(installPublicPages))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldBuilds(), deleteOldPublicPages()]))
  event.waitUntil(self.clients.claim()) // so that the first visit already works offline
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET') {
    // Writes are not handled, but the form that switches the language replaces the page.
    if (request.mode === 'navigate') event.waitUntil(dropPublicPages())
    return
  }
  if (url.origin !== self.location.origin) return // requests to other origins are not handled
  // calls are not handled, so campus data never pass through the worker
  if (!isAppAddress(url.pathname, base)) return
  if (request.destination === 'manifest') return // the manifest contains the school's name for the app
  if (request.cache === 'no-store') return // the caller has asked for a response from the network
  const isPage = request.mode === 'navigate' && !isFileAddress(url.pathname)
  if (!isPage) return event.respondWith(respondWithFile(request))
  event.respondWith(respondWithPage(request, findPublicPageCopy(request)))
  // Changed settings and changed content appear at the next visit.
  event.waitUntil(Promise.all([refreshCachedPage(), renewPublicPage(event)]))
})

self.addEventListener('message', (event) => handleMessage(event, self))

self.addEventListener('push', (event) => event.waitUntil(showPushedMessage(event.data)))

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
)
