import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PATIENCE } from '#offline/database'
import { DISK_FAULTS, type DiskPlan, withFailingDisk } from '#tests/support/failing-disk.ts'
import { json, openPage, scripted, travelRecord } from '#tests/support/phone.ts'

const WAYS = [...DISK_FAULTS, 'never'] as const

describe('every operation of the disk fails in every way', () => {
  const unheard: unknown[] = []
  const hear = (cause: unknown) => void unheard.push(cause)
  beforeEach(() => {
    unheard.length = 0
    process.on('unhandledRejection', hear)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    process.off('unhandledRejection', hear)
  })

  test.each(WAYS)(
    '%s: nothing that was called saved is lost, nothing is sent twice, nothing goes unheard',
    async (how) => {
      const operations = await withFailingDisk({ at: Infinity, how }, async () => {
        await live({ at: Infinity, how }, `whole ${how}`)
      })
      expect(operations).toBeGreaterThan(25)
      for (let at = 1; at <= operations; at++) await live({ at, how }, `${how} at ${at}`)
      expect(unheard).toEqual([])
    },
  )

  test.each(['reads', 'writes'] as const)(
    'all %s fail from some operation on while the others work: the same holds',
    async (only) => {
      for (const how of ['UnknownError', 'QuotaExceededError'] as const)
        for (let at = 1; at <= 16; at += 3)
          await live({ at, how, only, onwards: true }, `${only} ${how} from ${at}`)
      expect(unheard).toEqual([])
    },
  )
})

/** A life of one page on a failing disk: bind, write, send; then another page on a sound one. */
async function live(plan: DiskPlan, storage: string): Promise<void> {
  const effects = new Map<string, unknown>()
  const campus = scripted((seen) => {
    if (seen.path.includes('find')) return json({ results: null })
    if (seen.key !== null) effects.set(seen.key, seen.body)
    return json(
      { results: true },
      { headers: { 'Idempotency-Key': seen.key ?? '', Receipt: 'AAAA-AAAA' } },
    )
  })
  const clock = { now: 1_700_000_000_000 }
  const page = openPage({ fetch: campus.fetch, storage, clock, patience: PATIENCE })
  const said: string[] = []
  const life = async () => {
    await page.bind('s1', 'token-1').catch(byTheDisk)
    const saved = await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: travelRecord(),
    })
    said.push(saved.type === 'saved' ? 'saved' : saved.why)
    await page.round({ urge: 'hand' }).catch(byTheDisk)
  }
  let over = false
  // Time passes as soon as something is waited for in vain.
  const pass = async () => {
    for (let step = 0; !over && step < 60; step++) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  await withFailingDisk({ ...plan, onSilence: () => void pass() }, () =>
    life().finally(() => (over = true)),
  )
  const [how] = said
  expect(effects.size, storage).toBeLessThanOrEqual(1)

  clock.now += 900_000
  const next = openPage({ fetch: campus.fetch, storage, clock, patience: PATIENCE })
  await next.bind('s1', 'token-1')
  await next.round()
  expect(await next.outbox.list('s1'), storage).toEqual([])
  const receipts = await next.outbox.receipts('s1')
  expect(receipts, storage).toHaveLength(effects.size)
  // Once it was called saved it arrives once; what was called unsaved is nowhere.
  if (how === 'saved') expect(effects.size, storage).toBe(1)
  else if (how !== 'unsure') expect(effects.size, storage).toBe(0)
}

function byTheDisk(cause: unknown): void {
  if (!(cause instanceof DOMException)) throw cause
}
