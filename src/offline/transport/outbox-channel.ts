import * as v from 'valibot'

const OutboxEvent = v.picklist(['changed', 'forgotten', 'delivered'])
/**
 * What tabs and the worker tell each other about the outbox. 'forgotten': the identity was unbound.
 */
export type OutboxEvent = v.InferOutput<typeof OutboxEvent>

/** One line between all tabs and the worker; without BroadcastChannel only this tab hears. */
export interface OutboxChannel {
  readonly publish: (news: OutboxEvent) => void
  readonly subscribe: (hear: (news: OutboxEvent) => void) => () => void
  readonly close: () => void
}

/** Open the line. What a tab of a later build tells and this one does not know is not heard. */
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
