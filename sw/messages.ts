import { readMessage, reply } from '#offline/messages'
import { keepPack, renewPage, version } from './precache.ts'

/** Do what a page asks; anything unknown, such as a later page's message, is ignored. */
export function answerMessage(
  event: ExtendableMessageEvent,
  worker: ServiceWorkerGlobalScope,
): void {
  const message = readMessage(event.data)
  switch (message?.type) {
    case undefined:
      return
    case 'skip-waiting':
      event.waitUntil(worker.skipWaiting())
      return
    case 'version':
      reply(event, { version })
      return
    case 'renew':
      event.waitUntil(renewPage())
      return
    case 'keep':
      event.waitUntil(
        keepPack(message.pack).then(
          () => reply(event, { kept: true }),
          // In a tunnel; the page asks again.
          () => reply(event, { kept: false }),
        ),
      )
  }
}
