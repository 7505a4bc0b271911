import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findQueuedForm } from '#contract/forms'
import { drainInWorker } from '#offline/drain/drain-in-worker'
import { LEASE_MS, writeLease } from '#offline/drain/lease'
import { createOutboxLedger } from '#offline/drain/outbox-ledger'
import { withOutboxLock } from '#offline/drain/outbox-lock'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import {
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  sampleTravel,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

describe('one sender at a time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  test('two tabs and the worker that drain the outbox at once send an item once', async () => {
    const locks = createLocks()
    const campus = createScriptedFetch(acceptEveryWrite)
    const tabs = ['tab-1', 'tab-2', 'worker'].map((holder) =>
      openOfflinePage({ fetch: campus.fetch, storage: 'tabs', holder }),
    )
    const [first] = tabs
    await first?.bind('s1', 'token-1')
    await first?.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await Promise.all(
      tabs.map(({ database, sendRound }) =>
        withOutboxLock({ database, locks, canTakeOver: () => true }, sendRound),
      ),
    )
    expect(campus.seen.filter(({ path }) => path.includes('add'))).toHaveLength(1)
  })

  test('without Web Locks the lease in the database allows one sender', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const tabs = ['tab-1', 'tab-2', 'tab-3'].map((holder) =>
      openOfflinePage({ fetch: campus.fetch, storage: 'no-locks', holder }),
    )
    const [first] = tabs
    await first?.bind('s1', 'token-1')
    await first?.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await Promise.all(
      tabs.map(({ database, sendRound }) =>
        withOutboxLock({ database, locks: undefined, canTakeOver: () => true }, sendRound),
      ),
    )
    expect(campus.seen.filter(({ path }) => path.includes('add'))).toHaveLength(1)
  })

  test('a visible tab takes over sending when a frozen tab’s lease has ended, and the frozen tab sends nothing when it resumes', async () => {
    const locks = createLocks()
    const clock = { now: 1_700_000_000_000 }
    let thaw: (response: Response) => void = () => {}
    const frozen = openOfflinePage({
      fetch: () => new Promise((resolve) => (thaw = resolve)),
      storage: 'frozen',
      holder: 'frozen',
      clock,
    })
    const campus = createScriptedFetch(acceptEveryWrite)
    const visible = openOfflinePage({
      fetch: campus.fetch,
      storage: 'frozen',
      holder: 'visible',
      clock,
    })
    await frozen.bind('s1', 'token-1')
    await frozen.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    const stuck = withOutboxLock(
      { database: frozen.database, locks, canTakeOver: () => false },
      frozen.sendRound,
    )
    await waitUntil(async () => expect((await frozen.outbox.list('s1'))[0]?.state).toBe('sending'))
    const takeover = withOutboxLock(
      { database: visible.database, locks, canTakeOver: () => true, now: () => clock.now },
      visible.sendRound,
    )
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
    expect(campus.seen).toHaveLength(0)
    clock.now += LEASE_MS
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
    expect(await takeover).toMatchObject({ sent: 1 })
    thaw(new Response('{"results":null}'))
    await stuck
    expect(await visible.outbox.list('s1')).toEqual([])
    expect(await visible.outbox.receipts('s1')).toHaveLength(1)
  })

  test.each([
    ['the lease is valid', 1_700_000_000_000 - 1, true, false],
    ['no lease is written yet', undefined, true, false],
    ['the waiting sender cannot take over', 0, false, false],
    ['the lease has ended and the sender can take over', 0, true, true],
  ])(
    'a waiting sender takes the lock from its holder only when the lease has ended and it can take over: %s',
    async (_when, began, looks, robbed) => {
      const locks = createLocks()
      const page = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch })
      if (began !== undefined)
        await page.database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) =>
          writeLease(transaction, 'frozen', began),
        )
      locks.request('baodao-outbox', () => new Promise(() => {})).catch(() => {})
      const asking = vi.spyOn(locks, 'request')
      const round = vi.fn<(turn: { locked: boolean }) => Promise<unknown>>(async (told) => told)
      const turn = withOutboxLock(
        {
          database: page.database,
          locks,
          canTakeOver: () => looks,
          now: () => 1_700_000_000_000,
        },
        round,
      )
      await vi.advanceTimersByTimeAsync(LEASE_MS / 3)
      // Wait until the sender has read the lease.
      for (let look = 0; look < 3; look++) await page.outbox.list('s1')
      expect(asking.mock.calls.length).toBe(robbed ? 2 : 1)
      expect(round.mock.calls.length).toBe(robbed ? 1 : 0)
      if (robbed) expect(await turn).toEqual({ locked: true })
      else void turn
    },
  )

  test('a sending round without Web Locks runs unlocked, and an error of a round is passed on to the caller', async () => {
    const { database } = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch })
    const turn = { database, canTakeOver: () => true }
    expect(await withOutboxLock(turn, async (told) => told)).toEqual({ locked: false })
    for (const cause of [new RangeError('odd'), new DOMException('full', 'QuotaExceededError')])
      await expect(
        withOutboxLock({ ...turn, locks: createLocks() }, () => Promise.reject(cause)),
      ).rejects.toBe(cause)
    const forbidden = createLocks()
    vi.spyOn(forbidden, 'request').mockRejectedValue(new Error('forbidden'))
    await expect(withOutboxLock({ ...turn, locks: forbidden }, async () => 1)).rejects.toThrow(
      'forbidden',
    )
    // No timer that polls the lease is left.
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the lease of a killed page does not block a sender that holds the lock', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const dead = openOfflinePage({
      fetch: () => new Promise(() => {}),
      storage: 'dead',
      holder: 'dead',
    })
    await dead.bind('s1', 'token-1')
    await dead.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    void dead.sendRound()
    await waitUntil(async () => expect((await dead.outbox.list('s1'))[0]?.state).toBe('sending'))
    const clock = { now: 1_700_000_000_000 }
    const next = openOfflinePage({ fetch: campus.fetch, storage: 'dead', holder: 'next', clock })
    expect(
      await withOutboxLock(
        { database: next.database, locks: undefined, canTakeOver: () => true },
        next.sendRound,
      ),
    ).toEqual({
      sent: 0,
      nextAt: 1_700_000_000_000 + LEASE_MS,
    })
    // The interrupted sending counts as a try, so that the item's pause has to end first.
    const turn = { database: next.database, locks: createLocks(), canTakeOver: () => true }
    expect(await withOutboxLock(turn, next.sendRound)).toEqual({ sent: 0, nextAt: clock.now + 750 })
    clock.now += 750
    expect(await withOutboxLock(turn, next.sendRound)).toEqual({ sent: 1 })
  })

  test.each([
    ['lock was stolen', createLocks()],
    ['lease was lost', undefined],
  ])(
    'a worker whose %s during its round reports an unsent item, so that it is woken again',
    async (_why, locks) => {
      vi.stubGlobal('navigator', { locks })
      let answer: (response: Response) => void = () => {}
      const asking = vi.fn<typeof fetch>(() => new Promise((resolve) => (answer = resolve)))
      vi.stubGlobal('fetch', asking)
      const campus = createScriptedFetch(acceptEveryWrite)
      const clock = { now: Date.now() + 3_600_000 }
      const page = openOfflinePage({ fetch: campus.fetch, storage: 'baodao-outbox', clock })
      await page.bind('s1', 'token-1')
      await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
      const worker = drainInWorker()
      await waitUntil(() => expect(asking).toHaveBeenCalledTimes(1))
      await locks?.request('baodao-outbox', { steal: true }, async () => {})
      await page.database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) =>
        writeLease(transaction, 'another', Date.now()),
      )
      answer(jsonResponse({ results: null }))
      expect(await worker).toEqual({ left: 1 })
      vi.unstubAllGlobals()
      await page.sendRound({ trigger: 'manual', locked: true })
      expect(await page.outbox.list('s1')).toEqual([])
    },
  )

  test('a worker waits for the lock even if the holder’s lease has ended', async () => {
    const locks = createLocks()
    const asking = vi.fn<typeof fetch>(async () => jsonResponse({ results: null }))
    vi.stubGlobal('navigator', { locks })
    vi.stubGlobal('fetch', asking)
    const page = openOfflinePage({
      fetch: createScriptedFetch(acceptEveryWrite).fetch,
      storage: 'baodao-outbox',
    })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) =>
      writeLease(transaction, 'frozen', 0),
    )
    let thaw = () => {}
    const frozen = locks.request('baodao-outbox', () => new Promise<void>((end) => (thaw = end)))
    const worker = drainInWorker()
    await vi.advanceTimersByTimeAsync(3 * LEASE_MS)
    for (let look = 0; look < 3; look++) await page.outbox.list('s1')
    expect(asking).not.toHaveBeenCalled()
    thaw()
    await frozen
    await worker
    expect(asking).toHaveBeenCalled()
    vi.unstubAllGlobals()
    for (const { order } of await page.outbox.list('s1')) await page.outbox.discard(order)
  })

  test('a lease that ends later than possible is ignored, since the clock must have jumped back', async () => {
    const database = openOutboxDatabase('jumped')
    await openOfflinePage({
      fetch: createScriptedFetch(acceptEveryWrite).fetch,
      storage: 'jumped',
    }).bind('s1', 'token-1')
    const begin = (holder: string, now: number) =>
      createOutboxLedger({ database, holder, findForm: findQueuedForm }).begin(now, {
        locked: false,
        random: 0,
      })
    expect(await begin('old', 2_000_000_000_000)).toMatchObject({ type: 'go' })
    expect(await begin('new', 1_700_000_000_000)).toMatchObject({ type: 'go' })
    expect(await begin('old', 1_700_000_000_001)).toEqual({
      type: 'wait',
      until: 1_700_000_000_000 + LEASE_MS,
    })
  })
})

/**
 * Create the part of Web Locks that one exclusive lock needs: a queue, abort and steal. Node 20 has
 * no Web Locks.
 */
function createLocks(): LockManager {
  let tail: Promise<unknown> = Promise.resolve()
  let rob = () => {}
  const request = (
    _name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    given?: LockGrantedCallback<unknown>,
  ) => {
    const work = typeof options === 'function' ? options : given
    const { signal, steal = false } = typeof options === 'function' ? {} : options
    const before = steal ? Promise.resolve() : tail
    if (steal) rob()
    const held = (async () => {
      await before
      if (signal?.aborted === true) throw new DOMException('aborted', 'AbortError')
      const theft = new Promise<never>(
        (_resolve, reject) => (rob = () => reject(new DOMException('stolen', 'AbortError'))),
      )
      return Promise.race([theft, work?.(null)])
    })()
    tail = held.catch(() => {})
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    return Promise.race([held, aborted])
  }
  return { request, query: async () => ({}) } as LockManager
}
