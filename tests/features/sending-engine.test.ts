import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as engines from '#app/lib/outbox/engine.ts'
import { EMPTY_OUTBOX_VIEW, type OutboxView } from '#app/lib/outbox/outbox-view.ts'
import { MIN_SEND_PAUSE_MS } from '#offline/drain/schedule'

// These tests cover which events of a page the outbox reacts to, and whom it notifies. Storing and
// sending are tested in tests/offline, and all parts together in outbox-engine.

type News = 'changed' | 'delivered' | 'forgotten'
const world = vi.hoisted(() => ({
  outbox: {
    countItemsOfOthers: vi.fn<(subject: string) => Promise<number>>(),
    repair: vi.fn<(order: number, repaired: unknown) => Promise<{ type: string }>>(),
    retry: vi.fn<(order: number) => Promise<boolean>>(),
    discard: vi.fn<(order: number) => Promise<boolean>>(),
  },
  pump: vi.fn<(wish?: object) => void>(),
  afterWriting: vi.fn<() => void>(),
  refresh: vi.fn<() => Promise<void>>(async () => {}),
  tell: vi.fn<(word: string) => void>(),
  setBearer: vi.fn<(database: unknown, bearer: object) => Promise<void>>(async () => {}),
  clearBearer: vi.fn<(database: unknown) => Promise<void>>(async () => {}),
  forgetOthers: vi.fn<(...said: unknown[]) => Promise<void>>(async () => {}),
  forgetOwn: vi.fn<(...said: unknown[]) => Promise<void>>(async () => {}),
  report: vi.fn<() => void>(),
  invalidate: vi.fn<(filters: { predicate: (query: object) => boolean }) => Promise<void>>(
    async () => {},
  ),
  session: { subject: 'S1' } as { subject: string } | null,
  token: 'mine' as string | undefined,
  hasEnded: false,
  hear: ((): void => {}) as (told: News) => void,
  sessionChanges: () => {},
  sessionEnds: () => {},
  answered: () => {},
}))

vi.mock('#offline/drain/sender-identity', () => ({
  setSenderIdentity: world.setBearer,
  clearSenderIdentity: world.clearBearer,
}))
vi.mock('#offline/outbox/delete-data', () => ({
  deleteDataOfOthers: world.forgetOthers,
  deleteOwnData: world.forgetOwn,
}))
vi.mock('#app/lib/outbox/sender.ts', () => ({
  sendPendingItems: world.pump,
  announceChangeAndSend: world.afterWriting,
}))
vi.mock('#app/lib/outbox/submit.ts', () => ({ submitToOutbox: () => {} }))
vi.mock('#app/lib/outbox/outbox-reports.ts', () => ({ startOutboxReports: world.report }))
vi.mock('#app/lib/outbox/outbox-reader.ts', () => ({
  outboxDatabase: 'the database',
  outbox: world.outbox,
  refreshOutboxView: world.refresh,
  draftStore: { forgetOthers: () => {} },
  outboxChannel: {
    publish: world.tell,
    subscribe: (hear: (word: News) => void) => (world.hear = hear),
  },
}))
vi.mock('#app/lib/network/network-status.ts', () => ({
  onServerAnswer: (then: () => void) => (world.answered = then),
}))
vi.mock('#app/lib/cache/query-client.ts', () => ({
  isRepeatableQuery: ({ isKept }: { isKept: boolean }) => isKept,
  getLastChangeTime: () => 0,
  recordLocalChange: () => {},
  queryClient: { invalidateQueries: world.invalidate },
}))
vi.mock('#app/lib/session/session.ts', () => ({
  currentSession: () => world.session,
  getSessionToken: () => world.token,
  hasSessionEnded: () => world.hasEnded,
  subscribeToSession: (then: () => void) => (world.sessionChanges = then),
  onSessionEnd: (then: () => void) => (world.sessionEnds = then),
}))

let engine: typeof engines
let setView: (items: readonly object[]) => void
const forgotten = vi.fn<() => void>()
const mocks = [
  world.pump,
  world.afterWriting,
  world.refresh,
  world.tell,
  world.setBearer,
  world.clearBearer,
  world.forgetOthers,
  world.forgetOwn,
  world.report,
  world.invalidate,
  forgotten,
  ...Object.values(world.outbox),
]
const taken: (() => void)[] = []
beforeEach(async () => {
  vi.resetModules()
  for (const mock of mocks) mock.mockClear()
  Object.assign(world, { session: { subject: 'S1' }, token: 'mine', hasEnded: false })
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject) => {
        add(type, listener)
        taken.push(() => target.removeEventListener(type, listener))
      },
    )
  }
  engine = await import('#app/lib/outbox/engine.ts')
  const { outboxView } = await import('#app/lib/outbox/outbox-view.ts')
  setView = (items) => outboxView.set({ ...EMPTY_OUTBOX_VIEW, items: items as OutboxView['items'] })
})
afterEach(() => {
  for (const take of taken.splice(0)) take()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Connect the outbox, and forget the calls that this makes. */
function connected() {
  engine.connectOutbox({ onForgotten: forgotten })
  for (const mock of mocks) mock.mockClear()
}
const shown = (is: 'visible' | 'hidden') =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is)
const pumpCalls = () => world.pump.mock.calls.map(([wish]) => wish)
const seenAt = () => localStorage.getItem('arrivalsSeen')

describe('the start of a page', () => {
  test('a starting page loads the outbox, sends it, and reports it', () => {
    engine.connectOutbox({ onForgotten: forgotten })
    expect([world.refresh, world.pump, world.report].map((mock) => mock.mock.calls)).toEqual([
      [[]],
      [[]],
      [[]],
    ])
    expect(world.clearBearer).not.toHaveBeenCalled()
  })

  test('the stored sender identity is deleted when the session had ended before the page started, and when it ends later', async () => {
    world.hasEnded = true
    engine.connectOutbox({ onForgotten: forgotten })
    expect(world.clearBearer.mock.calls).toEqual([['the database']])
    world.clearBearer.mockRejectedValueOnce(new Error('no store'))
    world.sessionEnds()
    expect(world.clearBearer).toHaveBeenCalledTimes(2)
  })

  test('a page loads the outbox again when another person is bound', () => {
    connected()
    world.sessionChanges()
    expect(world.refresh).toHaveBeenCalledTimes(1)
  })
})

describe('messages of other tabs', () => {
  test('any message of another tab reloads the view, and the message "forgotten" also calls onForgotten', () => {
    connected()
    world.hear('changed')
    expect([world.refresh.mock.calls.length, forgotten.mock.calls.length]).toEqual([1, 0])
    world.hear('forgotten')
    expect([world.refresh.mock.calls.length, forgotten.mock.calls.length]).toEqual([2, 1])
    expect([world.invalidate.mock.calls, seenAt()]).toEqual([[], null])
  })

  test('the message of a delivery invalidates the student’s older reads, and a visible page marks the delivery as seen', () => {
    connected()
    shown('hidden')
    world.hear('delivered')
    expect([seenAt(), forgotten.mock.calls.length]).toEqual([null, 0])
    shown('visible')
    world.hear('changed')
    expect(seenAt()).toBeNull()
    world.hear('delivered')
    expect(seenAt()).not.toBeNull()
    expect(world.invalidate).toHaveBeenCalledTimes(2)
    const isOld = world.invalidate.mock.calls[0]?.[0].predicate
    const query = (subject: string, isKept: boolean, dataUpdatedAt = 0) => ({
      queryKey: [subject, 'steps'],
      isKept,
      state: { dataUpdatedAt },
    })
    expect([isOld?.(query('S1', true)), isOld?.(query('S1', false))]).toEqual([true, false])
    // A read that was loaded after the delivery is not invalidated.
    expect(isOld?.(query('S1', true, Number.POSITIVE_INFINITY))).toBe(false)
    expect(isOld?.(query('S2', true))).toBe(false)
    world.session = null
    expect(isOld?.(query('S1', true))).toBe(false)
  })
})

describe('events after which sending is tried', () => {
  const sign = { trigger: 'reachable' }
  test('the events online, pageshow and visibilitychange start sending', () => {
    connected()
    dispatchEvent(new Event('online'))
    expect([pumpCalls(), world.refresh.mock.calls.length]).toEqual([[sign], 0])
    dispatchEvent(new Event('pageshow'))
    expect([pumpCalls(), world.refresh.mock.calls.length]).toEqual([
      [sign, { trigger: 'schedule' }],
      1,
    ])
    shown('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(pumpCalls()).toHaveLength(2)
    shown('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect([pumpCalls().at(-1), world.refresh.mock.calls.length]).toEqual([sign, 2])
  })

  test('a successful response to another call starts sending only for items that wait for a retry and were not tried just now', () => {
    connected()
    const now = Date.now()
    const tried = (state: string, ago: number) => ({
      state,
      nextAttemptAt: now + 60_000,
      soonestAt: 0,
      triedAt: now - ago,
    })
    const old = 2 * MIN_SEND_PAUSE_MS
    for (const [items, goes] of [
      [[], false],
      [[tried('later', old)], true],
      [[tried('waiting', old)], true],
      [[tried('needs-you', old)], false],
      [[tried('sending', old)], false],
      [[tried('later', 0)], false],
      [[tried('waiting', 0)], false],
      [[tried('needs-you', old), tried('later', old)], true],
      [[tried('needs-you', old), tried('later', 0)], false],
    ] as const) {
      world.pump.mockClear()
      setView(items)
      world.answered()
      expect([items, pumpCalls()]).toEqual([items, goes ? [sign] : []])
    }
  })

  test('a successful response to another call starts no sending before an item’s minimum pause has ended', () => {
    vi.useFakeTimers()
    connected()
    const item = { state: 'later', nextAttemptAt: 0, soonestAt: 0, triedAt: Date.now() }
    setView([item])
    vi.advanceTimersByTime(MIN_SEND_PAUSE_MS - 1)
    world.answered()
    expect(pumpCalls()).toEqual([])
    vi.advanceTimersByTime(1)
    world.answered()
    expect(pumpCalls()).toEqual([sign])
    vi.useRealTimers()
  })
})

describe('decisions of the student', () => {
  test('a repaired item starts sending when it was stored, and is only announced to other tabs when it was not', async () => {
    for (const [type, isSent] of [
      ['saved', true],
      ['replaced', false],
      ['not-saved', false],
    ] as const) {
      world.outbox.repair.mockResolvedValue({ type })
      const repaired = { payload: 1 }
      expect(await engine.repairItem(7, repaired)).toEqual({ type })
      expect(world.outbox.repair).toHaveBeenLastCalledWith(7, repaired)
      expect([type, world.afterWriting.mock.calls.length, world.tell.mock.calls]).toEqual(
        isSent ? [type, 1, []] : [type, 0, [['changed']]],
      )
      for (const mock of mocks) mock.mockClear()
    }
  })

  test('a retry starts sending when it is allowed, and is only announced to other tabs when it is not', async () => {
    for (const may of [true, false]) {
      world.outbox.retry.mockResolvedValue(may)
      await engine.retryItem(7)
      expect([world.afterWriting.mock.calls.length, world.tell.mock.calls]).toEqual(
        may ? [1, []] : [0, [['changed']]],
      )
      for (const mock of mocks) mock.mockClear()
    }
  })

  test('discarding an item is announced to other tabs whether or not it succeeded', async () => {
    for (const gone of [true, false]) {
      world.outbox.discard.mockResolvedValue(gone)
      expect(await engine.discardItem(7)).toBe(gone)
      expect(world.tell.mock.calls).toEqual([['changed']])
      world.tell.mockClear()
    }
  })

  test('deleting data of the outbox is passed on with the outbox’s database', async () => {
    const options = { items: () => true }
    const isOwn = () => true
    await engine.deleteDataOfOthers('S1', options)
    await engine.deleteOwnData(isOwn)
    expect(world.forgetOthers.mock.calls).toEqual([['the database', 'S1', options]])
    expect(world.forgetOwn.mock.calls).toEqual([['the database', isOwn]])
  })
})

describe('the bound person', () => {
  test('the bound person is stored for the service worker, and sending starts', async () => {
    await engine.storeSenderIdentity()
    expect(world.setBearer.mock.calls).toEqual([
      ['the database', expect.objectContaining({ subject: 'S1', token: 'mine', language: 'zh' })],
    ])
    expect(pumpCalls()).toEqual([{ trigger: 'reachable' }])
  })

  test('without a person or a token nothing is stored for the service worker', async () => {
    world.token = undefined
    await engine.storeSenderIdentity()
    Object.assign(world, { session: null, token: 'mine' })
    await engine.storeSenderIdentity()
    expect([world.setBearer.mock.calls, pumpCalls()]).toEqual([[], []])
  })

  test('the number of other people’s items is 0 without storage, and an error when the database cannot be read', async () => {
    const { countItemsOfOthers } = world.outbox
    countItemsOfOthers.mockResolvedValueOnce(3)
    expect(await engine.countItemsOfOthers('S1')).toBe(3)
    countItemsOfOthers.mockRejectedValueOnce(new DOMException('', 'SecurityError'))
    expect(await engine.countItemsOfOthers('S1')).toBe(0)
    const lost = new DOMException('', 'UnknownError')
    countItemsOfOthers.mockRejectedValueOnce(lost)
    await expect(engine.countItemsOfOthers('S1')).rejects.toBe(lost)
  })
})
