import * as v from 'valibot'

/** The Background Sync tag that pages register for the outbox. */
export const OUTBOX_SYNC_TAG = 'outbox'

const ToServiceWorker = v.variant('type', [
  v.object({ type: v.literal('skip-waiting') }),
  v.object({ type: v.literal('version') }),
  v.object({ type: v.literal('renew') }),
  v.object({ type: v.literal('store-public-pages') }),
  v.object({ type: v.literal('keep'), pack: v.string() }),
])
/** A message from a page to the service worker. */
export type ToServiceWorker = v.InferOutput<typeof ToServiceWorker>

const FromServiceWorker = v.object({
  version: v.optional(v.string()),
  kept: v.optional(v.boolean()),
  delivery: v.optional(v.string()),
})
/**
 * The worker's reply. To 'version' it is the name of the worker's build; to 'keep' it is whether
 * the pack is stored on the phone, and the path of the delivery worker of the same build.
 */
export type FromServiceWorker = v.InferOutput<typeof FromServiceWorker>

/**
 * The type of the message to all pages that the campus's settings in the cached page have changed.
 */
export const PAGE_SETTINGS_CHANGED = 'page-renewed'

/**
 * The type of the message to a tab that shows a page from the phone (sw/public-pages.ts): the campus
 * would send the same page.
 */
export const PUBLIC_PAGE_CURRENT = 'public-page-current'

/** Parses a message from a page; undefined for a message that only a later build knows. */
export function parseToServiceWorker(said: unknown): ToServiceWorker | undefined {
  const read = v.safeParse(ToServiceWorker, said)
  return read.success ? read.output : undefined
}

/** Replies to a message through its port. */
export const replyToPage = (
  { ports }: Pick<MessageEvent, 'ports'>,
  replied: FromServiceWorker,
): void => ports[0]?.postMessage(replied)

/** Posts a message to the worker without expecting a reply. */
export const postToWorker = (worker: ServiceWorker, message: ToServiceWorker): void =>
  worker.postMessage(message)

/**
 * Posts a message to the worker and resolves with its reply. A worker of another build might never
 * reply, so callers need their own time limit.
 */
export function requestFromWorker(
  worker: ServiceWorker,
  message: ToServiceWorker,
): Promise<FromServiceWorker> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const read = v.safeParse(FromServiceWorker, data)
      resolve(read.success ? read.output : {})
      port1.close()
    })
    port1.start()
    worker.postMessage(message, [port2])
  })
}
