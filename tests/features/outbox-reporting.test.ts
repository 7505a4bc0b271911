import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_OUTBOX_VIEW, type OutboxView } from '#app/lib/outbox/outbox-view.ts'
import type { OutboxItemState } from '#offline/outbox/outbox-records'

// These tests cover when a phone reports its waiting items, and how it counts them. The report to
// the real campus is tested in features/phone-reports.test.tsx.

const world = vi.hoisted(() => ({
  session: { subject: 'S1' } as { subject: string } | null,
  token: 'mine' as string | undefined,
  exchange: vi.fn<(request: { input: object; token: string }) => Promise<{ type: string }>>(
    async () => ({ type: 'ok' }),
  ),
}))
vi.mock('#offline/transport/exchange-call', () => ({ exchangeCall: world.exchange }))
vi.mock('#app/lib/session/session.ts', () => ({
  currentSession: () => world.session,
  getSessionToken: () => world.token,
  getLastSubject: () => world.session?.subject,
}))
vi.mock('#app/lib/worker/build-id.ts', () => ({ readBuildId: () => 'AbCd1234' }))

const [SECOND, MINUTE, DAY] = [1000, 60_000, 24 * 3_600_000]
let show: (shown: Partial<OutboxView>) => void
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: new Date('2026-09-01T04:00:00Z') })
  Object.assign(world, { session: { subject: 'S1' }, token: 'mine' })
  world.exchange.mockClear()
  const { outboxView } = await import('#app/lib/outbox/outbox-view.ts')
  show = (shown) => outboxView.set({ ...EMPTY_OUTBOX_VIEW, ...shown })
  const { startOutboxReports } = await import('#app/lib/outbox/outbox-reports.ts')
  startOutboxReports()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const item = (state: OutboxItemState, form = 'travel', seconds = 60) =>
  ({
    state,
    form,
    capturedAt: Date.now() - seconds * SECOND,
  }) as OutboxView['topLevelItems'][number]
const rows = (...held: OutboxView['topLevelItems'][number][]) => show({ topLevelItems: held })
const receipt = (ago: number) =>
  ({ deliveredAt: Date.now() - ago }) as OutboxView['receipts'][number]
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const told = () => world.exchange.mock.calls.map(([{ input }]) => input)
const ONE = { waiting: 1, refused: 0, scans: 0 }

test('a change of the outbox is reported after five seconds, but at most every two minutes', async () => {
  rows(item('waiting'))
  await pass(5 * SECOND - 1)
  expect(told()).toEqual([])
  await pass(1)
  expect(told()).toEqual([{ ...ONE, oldest: 65, version: 'AbCd1234' }])
  expect(world.exchange.mock.calls[0]?.[0]).toMatchObject({
    token: 'mine',
    to: { language: 'zh', timeout: expect.any(Number) },
  })
  rows(item('waiting'), item('waiting'))
  await pass(MINUTE)
  rows(item('waiting'), item('waiting'), item('waiting'))
  await pass(MINUTE - 1)
  expect(told()).toHaveLength(1)
  await pass(1)
  expect(told().slice(1)).toMatchObject([{ waiting: 3 }])
  // After a longer pause, a change is reported after five seconds again.
  await pass(10 * MINUTE)
  rows(item('waiting'))
  await pass(5 * SECOND)
  expect(told()).toHaveLength(3)
})

test('a clock that was set back does not prolong the pause between reports of the outbox', async () => {
  rows(item('waiting'))
  await pass(5 * SECOND)
  vi.setSystemTime(Date.now() - DAY)
  rows(item('waiting'), item('waiting'))
  await pass(2 * MINUTE)
  expect(told()).toHaveLength(2)
})

test('an unchanged outbox is not reported again, except for another person', async () => {
  rows(item('waiting'))
  await pass(5 * SECOND)
  rows(item('waiting', 'travel', 90))
  await pass(10 * MINUTE)
  expect(told()).toHaveLength(1)
  world.session = { subject: 'S2' }
  rows(item('waiting', 'travel', 90))
  await pass(5 * SECOND)
  expect(told()).toHaveLength(2)
})

test('a change of the outbox that is undone before its report is not reported', async () => {
  rows(item('waiting'))
  await pass(5 * SECOND)
  rows()
  await pass(SECOND)
  // An empty outbox without a recent receipt is not reported.
  show({ receipts: [receipt(2 * DAY)] })
  await pass(10 * MINUTE)
  rows(item('needs-you'))
  rows(item('waiting'))
  await pass(10 * MINUTE)
  expect(told()).toHaveLength(1)
})

test('the outbox is not reported while the phone is unbound, signed out, offline or without a readable database', async () => {
  world.session = null
  rows(item('waiting'))
  await pass(5 * MINUTE)
  world.session = { subject: 'S1' }
  world.token = undefined
  rows(item('waiting'))
  await pass(5 * MINUTE)
  world.token = 'mine'
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  rows(item('waiting'))
  await pass(5 * MINUTE)
  online.mockReturnValue(true)
  show({ topLevelItems: [item('waiting')], unavailable: true })
  await pass(5 * MINUTE)
  expect(told()).toEqual([])
  rows(item('waiting'))
  await pass(5 * SECOND)
  expect(told()).toMatchObject([ONE])
})

test('an empty outbox is reported only within a day of its last delivery', async () => {
  show({ receipts: [receipt(DAY)] })
  await pass(5 * MINUTE)
  expect(told()).toEqual([])
  show({ receipts: [receipt(2 * DAY), receipt(DAY - 10 * SECOND)] })
  await pass(5 * SECOND)
  expect(told()).toEqual([{ waiting: 0, refused: 0, scans: 0, oldest: 0, version: 'AbCd1234' }])
})

test('a report of the outbox counts waiting items, items that need a decision, and scans, and has the age of the oldest', async () => {
  const state: Record<OutboxItemState, 'waiting' | 'refused'> = {
    waiting: 'waiting',
    later: 'waiting',
    sending: 'waiting',
    'signed-out': 'waiting',
    conflict: 'refused',
    'needs-you': 'refused',
    parked: 'refused',
  }
  for (const [one, kind] of Object.entries(state)) {
    rows(item(one as OutboxItemState))
    await pass(5 * MINUTE)
    expect([one, told().at(-1)]).toMatchObject([one, { waiting: 0, refused: 0, [kind]: 1 }])
    rows(item('waiting'), item('waiting'), item('waiting'))
    await pass(5 * MINUTE)
  }
  rows(item('later', 'scan', 10), item('waiting', 'travel', 600), item('parked', 'scan', 20))
  await pass(5 * SECOND)
  expect(told().at(-1)).toMatchObject({ waiting: 2, refused: 1, scans: 2, oldest: 605 })
  // An age is never negative, even if the item was saved by a clock that was ahead.
  rows(item('waiting', 'travel', -600))
  await pass(5 * MINUTE)
  expect(told().at(-1)).toMatchObject({ ...ONE, oldest: 0 })
})
