import * as v from 'valibot'

/** The tag under which pages ask for Background Sync, and the worker knows that it was asked. */
export const OUTBOX_SYNC_TAG = 'outbox'

const ToServiceWorker = v.variant('type', [
  v.object({ type: v.literal('skip-waiting') }),
  v.object({ type: v.literal('version') }),
  v.object({ type: v.literal('renew') }),
  v.object({ type: v.literal('keep'), pack: v.string() }),
])
/** What a page says to the worker. */
export type ToServiceWorker = v.InferOutput<typeof ToServiceWorker>

const FromServiceWorker = v.object({
  version: v.optional(v.string()),
  kept: v.optional(v.boolean()),
})
/**
 * What the worker replies: to 'version' the name of its build, to 'keep' whether the pack is on the
 * phone.
 */
export type FromServiceWorker = v.InferOutput<typeof FromServiceWorker>

/** What the worker says to all pages when the campus's settings in the kept page have changed. */
export const PAGE_RENEWED = 'page-renewed'

/**
 * Read what a page said. A page of a later build may say what this one does not know: undefined.
 */
export function parseToServiceWorker(said: unknown): ToServiceWorker | undefined {
  const read = v.safeParse(ToServiceWorker, said)
  return read.success ? read.output : undefined
}

/** Reply to a message that asks something. */
export const replyToPage = (
  { ports }: Pick<MessageEvent, 'ports'>,
  replied: FromServiceWorker,
): void => ports[0]?.postMessage(replied)

/** Say something to the worker. */
export const postToWorker = (worker: ServiceWorker, message: ToServiceWorker): void =>
  worker.postMessage(message)

/**
 * Ask the worker something. A worker of another build may never reply, so this is not waited for
 * without an end.
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
