/** What tabs and the worker tell each other about the outbox. 'forgotten': the identity was unbound. */
export type News = 'changed' | 'forgotten' | 'delivered'

/** One line between all tabs and the worker; without BroadcastChannel only this tab hears. */
export interface NewsLine {
  readonly tell: (news: News) => void
  readonly listen: (hear: (news: News) => void) => () => void
}

/** Open the line. */
export function openNewsLine(name = 'baodao-outbox'): NewsLine {
  const ears = new Set<(news: News) => void>()
  const hear = (news: News) => ears.forEach((ear) => ear(news))
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === 'changed' || event.data === 'forgotten' || event.data === 'delivered')
      hear(event.data)
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
  }
}
