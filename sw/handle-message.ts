import { parseToServiceWorker, replyToPage } from '#offline/transport/worker-messages'
import { precachePack, refreshCachedPage, buildVersion } from './precache.ts'
import { storePublicPages } from './public-pages.ts'

/** Handles a message of a page. An unknown message, for example from a later build, is ignored. */
export function handleMessage(
  event: ExtendableMessageEvent,
  worker: ServiceWorkerGlobalScope,
): void {
  const message = parseToServiceWorker(event.data)
  switch (message?.type) {
    case undefined:
      return
    case 'skip-waiting':
      event.waitUntil(worker.skipWaiting())
      return
    case 'version':
      replyToPage(event, { version: buildVersion })
      return
    case 'renew':
      event.waitUntil(refreshCachedPage())
      return
    case 'store-public-pages':
      event.waitUntil(storePublicPages())
      return
    case 'keep':
      event.waitUntil(
        precachePack(message.pack).then(
          () => replyToPage(event, { kept: true, delivery: worker.deliveryScript }),
          // The phone is offline; the page will ask again.
          () => replyToPage(event, { kept: false }),
        ),
      )
  }
}
