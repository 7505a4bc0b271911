import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { outboxView as viewOf } from '#app/lib/outbox/outbox-view.ts'
import type { sendPendingItems as pumpOf } from '#app/lib/outbox/sender.ts'
import type { drainOutbox } from '#offline/drain/drain'
import type { withOutboxLock } from '#offline/drain/outbox-lock'
import { jitteredBackoff, MAX_RETRY_DELAY_MS, type SendTrigger } from '#offline/drain/schedule'

// These tests cover when a page starts a sending round of the outbox, how long it waits, and what
// follows the end of a round. The round itself is tested in tests/offline, and both together in
// outbox-engine.

type Ended = Awaited<ReturnType<typeof drainOutbox>>

/** A sending round of this page, which runs until the test ends it. */
interface Round {
  readonly turn: Parameters<typeof withOutboxLock>[0]
  readonly means: Required<Parameters<typeof drainOutbox>[0]>
  readonly how: NonNullable<Parameters<typeof drainOutbox>[1]>
  readonly end: (how?: Partial<Ended>) => Promise<void>
  /** End the round as one that did nothing because another sender has the lock. */
  readonly robbed: () => Promise<void>
  readonly fails: (cause: unknown) => Promise<void>
}

const { rounds, told, endSession, requestSync, signedIn } = vi.hoisted(() => ({
  rounds: [] as Round[],
  told: [] as string[],
  endSession: vi.fn<(level: string) => void>(),
  requestSync: vi.fn<() => Promise<void>>(async () => {}),
  signedIn: { token: 'mine' as string | undefined },
}))

vi.mock('#offline/drain/drain', () => ({
  drainOutbox: (means: unknown, how: unknown) => ({ means, how }),
}))
vi.mock('#offline/drain/outbox-lock', () => ({
  withOutboxLock: async (turn: Round['turn'], work: (own: { locked: boolean }) => unknown) => {
    const { means, how } = work({ locked: true }) as unknown as Round
    return new Promise((resolve, reject) => {
      const ended = async (end: () => void) => {
        end()
        await vi.advanceTimersByTimeAsync(0)
      }
      rounds.push({
        turn,
        means,
        how,
        end: (one = {}) => ended(() => resolve({ sent: 0, isUnfinished: false, ...one })),
        robbed: () => ended(() => resolve(undefined)),
        fails: (cause) => ended(() => reject(cause)),
      })
    })
  },
}))
vi.mock('#app/lib/session/session.ts', () => ({
  endSession,
  getSessionToken: () => signedIn.token,
}))
vi.mock('#app/lib/worker/delivery-worker.ts', () => ({ requestBackgroundSync: requestSync }))
vi.mock('#app/lib/outbox/outbox-reader.ts', () => ({
  outboxDatabase: 'the database',
  outboxChannel: { publish: (word: string) => told.push(word) },
}))

let pump: typeof pumpOf
let afterWriting: () => void
let view: typeof viewOf
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  rounds.length = 0
  told.length = 0
  signedIn.token = 'mine'
  const sender = await import('#app/lib/outbox/sender.ts')
  pump = sender.sendPendingItems
  afterWriting = sender.announceChangeAndSend
  view = (await import('#app/lib/outbox/outbox-view.ts')).outboxView
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  endSession.mockClear()
  requestSync.mockClear()
})

const online = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = (): Round => {
  const round = rounds.at(-1)
  if (round === undefined) throw new Error('nobody sends')
  return round
}
const triggers = () => rounds.map(({ how }) => how.trigger)

describe('a sending round', () => {
  test('a sending round runs under the outbox’s lock, which a visible page can take over', async () => {
    pump()
    const { turn, means, how } = last()
    expect(turn).toMatchObject({ database: 'the database', locks: navigator.locks })
    expect(means.database).toBe('the database')
    expect(means.holder).toMatch(/^page-.{10,}/)
    expect(how).toEqual({ trigger: 'schedule', locked: true })
    const shown = vi.spyOn(document, 'visibilityState', 'get')
    for (const is of ['visible', 'hidden'] as const) {
      shown.mockReturnValue(is)
      expect(turn.canTakeOver()).toBe(is === 'visible')
    }
    means.onChange()
    expect(told).toEqual(['changed'])
  })

  test('a sending round continues only while the browser is online, unless it ignores the offline state', async () => {
    pump()
    const is = online(true)
    expect(last().means.canTry()).toBe(true)
    is.mockReturnValue(false)
    expect(last().means.canTry()).toBe(false)
    is.mockReturnValue(true)
    await last().end()
    pump({ ignoresOffline: true })
    is.mockReturnValue(false)
    expect(last().means.canTry()).toBe(true)
  })

  test('a new submission starts a sending round at once and requests a background sync', () => {
    afterWriting()
    expect([told, triggers()]).toEqual([['changed'], ['schedule']])
    expect(requestSync).toHaveBeenCalledTimes(1)
  })
})

describe('a browser that reports no network', () => {
  test('an offline browser delays sending for five minutes after the last request', async () => {
    online(false)
    pump()
    await pass(1000)
    pump({ trigger: 'manual' })
    await pass(MAX_RETRY_DELAY_MS - 1)
    expect(rounds).toEqual([])
    await pass(1)
    expect(triggers()).toEqual(['reachable'])
    expect(last().means.canTry()).toBe(true)
    await pass(2 * MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(1)
  })

  test('five minutes after a sending round the next one starts if the browser is offline, and none if it is online', async () => {
    pump()
    const is = online(false)
    await last().end()
    await pass(MAX_RETRY_DELAY_MS - 1)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(rounds).toHaveLength(2)
    is.mockReturnValue(true)
    await last().end()
    await pass(3 * MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(2)
  })

  test('a sending round cancels the wait of an offline browser', async () => {
    const is = online(false)
    pump()
    is.mockReturnValue(true)
    pump()
    await last().end()
    await pass(2 * MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(1)
  })
})

describe('requests during a sending round', () => {
  const TRIGGERS: readonly SendTrigger[] = ['schedule', 'reachable', 'manual']
  test('requests during a sending round start one more round, with the strongest trigger among them', async () => {
    for (const [first, one] of TRIGGERS.entries())
      for (const [second, other] of TRIGGERS.entries()) {
        pump()
        pump({ trigger: one })
        pump({ trigger: other })
        const before = rounds.length
        await last().end()
        expect([one, other, rounds.length]).toEqual([one, other, before + 1])
        expect([one, other, last().how.trigger]).toEqual([
          one,
          other,
          TRIGGERS[Math.max(first, second)],
        ])
        // No further round follows.
        await last().end()
        expect(rounds).toHaveLength(before + 1)
      }
  })

  test('the round after several requests ignores the offline state if one of the requests does', async () => {
    const is = online(true)
    for (const [one, other, goes] of [
      [false, false, false],
      [true, false, true],
      [false, true, true],
      [true, true, true],
    ] as const) {
      is.mockReturnValue(true)
      pump()
      pump({ ignoresOffline: one })
      pump({ ignoresOffline: other })
      await last().end()
      is.mockReturnValue(false)
      expect([one, other, last().means.canTry()]).toEqual([one, other, goes])
      is.mockReturnValue(true)
      await last().end()
    }
  })
})

describe('the end of a sending round', () => {
  test('after a sending round the view contains the time of the next round, which starts at that time', async () => {
    pump()
    const next = Date.now() + 7000
    await last().end({ nextAt: next })
    expect(view.get().nextAt).toBe(next)
    await pass(6999)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(triggers()).toEqual(['schedule', 'schedule'])
    await last().end()
    expect('nextAt' in view.get()).toBe(false)
    await pass(MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(2)
  })

  test('a sending round that ends with an item already due is followed at once by another one', async () => {
    for (const [trigger, later] of [
      ['schedule', 'schedule'],
      ['reachable', 'reachable'],
      ['manual', 'reachable'],
    ] as const) {
      pump({ trigger })
      await last().end({ nextAt: Date.now() - 5 })
      await pass(0)
      expect([trigger, last().how.trigger]).toEqual([trigger, later])
      await last().end()
    }
    expect(rounds).toHaveLength(6)
  })

  test('the end of a sending round changes only the next time in the view', async () => {
    view.set({ ...view.get(), unsentCount: 3 })
    pump()
    await last().end({ nextAt: Date.now() + 1 })
    expect(view.get().unsentCount).toBe(3)
  })

  test('the end of a sending round is announced to other tabs only if something was delivered', async () => {
    pump()
    await last().end({ sent: 0 })
    expect(told).toEqual([])
    pump()
    await last().end({ sent: 1 })
    expect(told).toEqual(['delivered'])
  })

  test('when a sending round is refused as signed out, the session ends only if its token is still the current one', async () => {
    pump()
    await last().end({ expiredToken: 'an older one' })
    signedIn.token = undefined
    pump()
    await last().end()
    expect(endSession).not.toHaveBeenCalled()
    signedIn.token = 'mine'
    pump()
    await last().end({ expiredToken: 'mine' })
    expect(endSession.mock.calls).toEqual([['root']])
  })

  test('a sending round that failed or left items unsent is repeated after growing pauses', async () => {
    pump()
    const ends: (() => Promise<void>)[] = [
      () => last().end({ isUnfinished: true }),
      () => last().robbed(),
      () => last().fails(new DOMException('', 'UnknownError')),
    ]
    for (const [nth, end] of ends.entries()) {
      await end()
      const pause = jitteredBackoff(nth + 1, 0)
      await pass(pause - 1)
      expect([nth, rounds.length]).toEqual([nth, nth + 1])
      await pass(1)
      expect([nth, triggers().at(-1), rounds.length]).toEqual([nth, 'schedule', nth + 2])
    }
    // A successful round resets the pauses.
    await last().end()
    await pass(MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(4)
    pump()
    await last().robbed()
    await pass(jitteredBackoff(1, 0))
    expect(rounds).toHaveLength(6)
  })

  test('a sending round that fails because the browser blocks storage is not retried until the next request to send', async () => {
    pump()
    await last().fails(new DOMException('', 'SecurityError'))
    await pass(MAX_RETRY_DELAY_MS)
    expect(rounds).toHaveLength(1)
    pump()
    expect(rounds).toHaveLength(2)
  })
})
