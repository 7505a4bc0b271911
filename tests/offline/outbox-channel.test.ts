import { afterEach, expect, test, vi } from 'vitest'
import { type OutboxEvent, openOutboxChannel } from '#offline/transport/outbox-channel'

const lines: ReturnType<typeof openOutboxChannel>[] = []
const open = (name: string) => {
  const line = openOutboxChannel(name)
  lines.push(line)
  return line
}
afterEach(() => {
  vi.unstubAllGlobals()
  for (const line of lines.splice(0)) line.close()
})

test('without BroadcastChannel the outbox’s messages reach the listeners of the same tab', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const line = open('alone')
  const events: OutboxEvent[] = []
  line.subscribe((news) => events.push(news))
  line.publish('changed')
  expect(events).toEqual(['changed'])
})

test('a removed listener of the outbox channel receives no message, and the other listeners still do', () => {
  const line = open('ears')
  const [one, other]: OutboxEvent[][] = [[], []]
  const stop = line.subscribe((news) => one?.push(news))
  line.subscribe((news) => other?.push(news))
  line.publish('changed')
  stop()
  line.publish('delivered')
  expect([one, other]).toEqual([['changed'], ['changed', 'delivered']])
})

test('a closed outbox channel receives no messages of other tabs', async () => {
  const [closed, third, teller] = [open('closing'), open('closing'), open('closing')]
  const events: string[] = []
  closed.subscribe((news) => events.push(`closed ${news}`))
  const told = new Promise<void>((resolve) =>
    third.subscribe((news) => {
      events.push(news)
      if (news === 'delivered') resolve()
    }),
  )
  closed.close()
  teller.publish('changed')
  teller.publish('delivered')
  await told
  expect(events).toEqual(['changed', 'delivered'])
})

test('the outbox channel receives messages of another tab and ignores unknown messages', async () => {
  const [tab, other] = [open('line'), open('line')]
  const events: string[] = []
  const last = new Promise<void>((resolve) => {
    tab.subscribe((news) => {
      events.push(news)
      if (news === 'delivered') resolve()
    })
  })
  const later = new BroadcastChannel('line')
  for (const unknown of ['of a later version', { type: 'changed' }, null])
    later.postMessage(unknown)
  other.publish('changed')
  other.publish('delivered')
  await last
  expect(events).toEqual(['changed', 'delivered'])
  later.close()
})
