import * as v from 'valibot'

const OutboxEvent = v.picklist(['changed', 'forgotten', 'delivered'])
/**
 * A message between tabs and the worker about the outbox. 'changed': an item changed; 'delivered':
 * items were delivered; 'forgotten': the identity was unbound.
 */
export type OutboxEvent = v.InferOutput<typeof OutboxEvent>

/**
 * A channel between all tabs and the worker. In a browser without BroadcastChannel it reaches only
 * the tab itself.
 */
export interface OutboxChannel {
  readonly publish: (news: OutboxEvent) => void
  readonly subscribe: (hear: (news: OutboxEvent) => void) => () => void
  readonly close: () => void
}

/** Opens the channel. Messages that only a later build knows are ignored. */
export function openOutboxChannel(name = 'baodao-outbox'): OutboxChannel {
  const ears = new Set<(news: OutboxEvent) => void>()
  const hear = (news: OutboxEvent) => ears.forEach((ear) => ear(news))
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (v.is(OutboxEvent, data)) hear(data)
  })
  return {
    publish: (news) => {
      hear(news)
      channel?.postMessage(news)
    },
    subscribe: (ear) => {
      ears.add(ear)
      return () => ears.delete(ear)
    },
    close: () => channel?.close(),
  }
}
