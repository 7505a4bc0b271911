import * as v from 'valibot'

const News = v.picklist(['changed', 'forgotten', 'delivered'])
/**
 * What tabs and the worker tell each other about the outbox. 'forgotten': the identity was unbound.
 */
export type News = v.InferOutput<typeof News>

/** One line between all tabs and the worker; without BroadcastChannel only this tab hears. */
export interface NewsLine {
  readonly tell: (news: News) => void
  readonly listen: (hear: (news: News) => void) => () => void
  readonly close: () => void
}

/** Open the line. What a tab of a later build tells and this one does not know is not heard. */
export function openNewsLine(name = 'baodao-outbox'): NewsLine {
  const ears = new Set<(news: News) => void>()
  const hear = (news: News) => ears.forEach((ear) => ear(news))
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (v.is(News, data)) hear(data)
  })
  return {
    tell: (news) => {
      hear(news)
      channel?.postMessage(news)
    },
    listen: (ear) => {
      ears.add(ear)
      return () => ears.delete(ear)
    },
    close: () => channel?.close(),
  }
}
