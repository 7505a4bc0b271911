import * as v from 'valibot'
import { drainInWorker } from '#offline/worker'
import { keepPack, version } from './precache.ts'

/** What a page may say to the worker. */
const Message = v.variant('type', [
  v.object({ type: v.literal('skip-waiting') }),
  v.object({ type: v.literal('drain') }),
  v.object({ type: v.literal('version') }),
  v.object({ type: v.literal('keep'), pack: v.string() }),
])

/** Do what a page asks; anything unknown, such as a later page's message, is ignored. */
export function answerMessage(
  event: ExtendableMessageEvent,
  worker: ServiceWorkerGlobalScope,
): void {
  const message = v.safeParse(Message, event.data)
  if (!message.success) return
  switch (message.output.type) {
    case 'skip-waiting':
      event.waitUntil(worker.skipWaiting())
      return
    case 'drain':
      event.waitUntil(drainInWorker())
      return
    case 'version':
      event.ports[0]?.postMessage({ version })
      return
    case 'keep':
      event.waitUntil(
        keepPack(message.output.pack).then(
          () => event.ports[0]?.postMessage({ kept: true }),
          // In a tunnel; the page asks again.
          () => event.ports[0]?.postMessage({ kept: false }),
        ),
      )
  }
}
