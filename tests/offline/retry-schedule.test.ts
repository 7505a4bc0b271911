import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MIN_SEND_PAUSE_MS, MAX_RETRY_DELAY_MS, type SendTrigger } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import { createKillableSteps } from '#tests/support/offline/killable-steps.ts'
import {
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  type ScriptedRequest,
  sampleTravel,
} from '#tests/support/offline/offline-page.ts'
import {
  PROPERTY_TIMEOUT_MS,
  formatTraceRow,
  runProperty,
  type PropertyRunRecorder,
} from '#tests/support/properties/property-run.ts'

/** The states of the network. Lookups are answered except in the last three. */
const WAYS = [
  'good',
  'gate 502',
  'campus 503',
  'reply lost',
  'riddle',
  'gate page for all',
  'tunnel',
  'signed out',
] as const
type Way = (typeof WAYS)[number]

/**
 * A period with one network state, in which a form can be submitted and then the phone is woken
 * repeatedly.
 */
interface While {
  readonly way: Way
  readonly submit: { readonly form: 'travel' | 'family' | 'scan'; readonly words: number } | null
  readonly binds: boolean
  readonly trigger: SendTrigger
  readonly times: number
  readonly every: number
  /** The number of moments after which each page is killed, or null. */
  readonly lifespan: number | null
}

const history = fc.array(
  fc.record<While>({
    way: fc.constantFrom(...WAYS),
    submit: fc.option(
      fc.record({
        form: fc.constantFrom('travel' as const, 'family' as const, 'scan' as const),
        words: fc.nat(3),
      }),
      { freq: 3 },
    ),
    binds: fc.constantFrom(true, false, false),
    trigger: fc.constantFrom<SendTrigger>(
      'schedule',
      'reachable',
      'reachable',
      'reachable',
      'manual',
    ),
    times: fc.integer({ min: 1, max: 10 }),
    every: fc.constantFrom(0, 20, 300, 700, 20_000),
    lifespan: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat(12) },
    ),
  }),
  { minLength: 3, maxLength: 10 },
)

/** The shortest pause after the n-th try, in ms: half of 1 s, doubling to 5 min. */
const shortest = (n: number) => Math.min(MAX_RETRY_DELAY_MS, 1_000 * 2 ** (n - 1)) / 2

test(
  'under any sequence of network states a phone sends no item more often than its schedule allows [D-106]',
  async () => {
    const tell = (whiles: readonly While[]) =>
      whiles.map(({ way, submit, ...rest }) =>
        formatTraceRow({
          type: way,
          ...rest,
          submits: submit === null ? 'nothing' : `${submit.form} ${submit.words}`,
        }),
      )
    await runProperty({ name: 'schedule', runs: history, describeRun: tell, check: live })
  },
  PROPERTY_TIMEOUT_MS,
)

test('a process that was suspended for ten seconds does not report an unresponsive database', async () => {
  const { setTimeout } = globalThis
  const stood = vi.spyOn(globalThis, 'setTimeout')
  stood.mockImplementation((work, ms = 0) => {
    if (ms <= 10_000) setImmediate(work)
    return setTimeout(() => {}, 0)
  })
  onTestFinished(() => stood.mockRestore())
  const [whiles = []] = fc.sample(history, { seed: 91, numRuns: 1 })
  await live(whiles, { recordEvent: () => {}, recordTrace: () => {} })
  expect(stood).toHaveBeenCalled()
})

// The run of seed 1081: the page that received the submission dies before it has tried to send
// it.
test('an item that was submitted again just before its page was killed is sent at once when the app is opened again', async () => {
  const travel = { form: 'travel' as const, words: 1 }
  const now = { submit: null, binds: false, trigger: 'reachable' as const, lifespan: null }
  const unclear = { ...now, way: 'riddle' as const, submit: travel, times: 9, every: 20_000 }
  const again = { ...now, way: 'good' as const, submit: travel, times: 1, every: 0, lifespan: 1 }
  const next = { ...now, way: 'riddle' as const, times: 1, every: 0 }
  await live([unclear, again, next], { recordEvent: () => {}, recordTrace: () => {} })
})

async function live(
  whiles: readonly While[],
  { recordEvent, recordTrace: tell }: PropertyRunRecorder,
) {
  const clock = { now: 1_700_000_000_000 }
  const storage = createIdempotencyKey()
  let way: Way = 'good'
  let byHand = false
  /**
   * The keys of items that were submitted again while they needed a decision. Their next try is
   * manual.
   */
  const started = new Set<string>()
  /** When each key was last sent, how often, and how often the campus has answered. */
  const sent = new Map<string, { last: number; times: number; heard: number }>()
  /**
   * The tries that came too soon. An assertion inside `fetch` would only look like a network error.
   */
  const tooSoon: string[] = []
  const campus = createScriptedFetch((seen) => {
    clock.now += 5
    const isLook = seen.path.includes('find')
    if (way === 'tunnel') throw new TypeError('Failed to fetch')
    if (way === 'gate page for all') return new Response('<html>', { status: 403 })
    if (way === 'signed out') return jsonResponse({ status: -400, msg: 'x' }, { status: 401 })
    if (isLook) return jsonResponse({ results: seen.path.includes('Family') ? [] : null })
    note(seen)
    if (way === 'gate 502') return new Response('<html>', { status: 502 })
    if (way === 'campus 503') return jsonResponse({ code: '503', msg: 'x' }, { status: 503 })
    if (way === 'reply lost') throw new TypeError('Failed to fetch')
    return way === 'riddle'
      ? jsonResponse({ well: 'received' })
      : jsonResponse({ results: true, code: '0', msg: '' })
  })
  const note = ({ key, path }: ScriptedRequest) => {
    if (key === null) throw new Error('a write without a key')
    const isHand = started.delete(key) || byHand
    const before = sent.get(key)
    const looked = !path.includes('stuEnter')
    if (before !== undefined) {
      // A manual try needs only the minimum pause. A scan has no lookup, so that a missing response
      // can mean offline, and the pause then depends on the heard tries.
      const pause = isHand
        ? MIN_SEND_PAUSE_MS
        : Math.max(MIN_SEND_PAUSE_MS, shortest(looked ? before.times : before.heard))
      const gap = clock.now - before.last
      if (gap < pause)
        tooSoon.push(
          `try ${before.times + 1} of ${path} on the way "${way}" after ${gap} ms instead of ${pause}`,
        )
    }
    const heard = (before?.heard ?? 0) + (way === 'campus 503' ? 1 : 0)
    sent.set(key, { last: clock.now, times: (before?.times ?? 0) + 1, heard })
  }
  const open = (mortality = createKillableSteps()) =>
    openOfflinePage({
      fetch: mortality.fetch(campus.fetch),
      clock,
      storage,
      random: () => 0,
      around: mortality.around,
    })
  const page = open()
  await page.bind('s1', 'token-0')
  for (const { submit, binds, trigger, times, every, lifespan, ...now } of whiles) {
    const items = await page.outbox.list('s1')
    recordEvent(now.way, items[0]?.state ?? 'empty')
    tell(
      items.map(({ form, state, attempts, nextAttemptAt }) => [
        form,
        state,
        attempts,
        nextAttemptAt,
      ]),
    )
    way = now.way
    // Submitting again counts as a manual try too.
    byHand = trigger === 'manual' || submit !== null
    if (submit !== null) {
      const { form, words } = submit
      const payload =
        form === 'scan'
          ? { scanned: `99000${words}`, at: '', shown: null }
          : samplePayload(form, 's1', 2026, words)
      await page.outbox.add({ form, subject: 's1', payload })
      const asked = new Set(
        items.filter(({ state }) => state === 'needs-you').map(({ key }) => key),
      )
      for (const { key, state } of await page.outbox.list('s1'))
        if (state === 'waiting' && asked.has(key)) started.add(key)
    }
    if (binds) await page.bind('s1', createIdempotencyKey())
    for (let time = 0; time < times; time++) {
      const mortality = createKillableSteps(lifespan ?? Infinity)
      await Promise.race([open(mortality).sendRound({ trigger, locked: true }), mortality.killed])
      clock.now += every
    }
  }
  expect(tooSoon).toEqual([])
}

describe('a retry storm', () => {
  const record = { ...sampleTravel(), step: '2' }
  /** Run a minute in which a successful response to another call wakes the phone every 100 ms. */
  async function minuteOf(
    answer: () => Response | Promise<Response>,
    { looks = jsonResponse({ results: null }) }: { looks?: Response } = {},
  ) {
    const clock = { now: 1_700_000_000_000 }
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find') ? looks.clone() : answer(),
    )
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: record })
    for (const end = clock.now + 60_000; clock.now < end; clock.now += 100)
      await page.sendRound({ trigger: 'reachable' })
    const writes = campus.seen.filter(({ path }) => !path.includes('find'))
    return { page, clock, writes, item: (await page.outbox.list('s1'))[0] }
  }

  test.each([
    ['a gateway answers 502', async () => new Response('<html>', { status: 502 })],
    [
      'its response is lost after the commit',
      () => Promise.reject(new TypeError('Failed to fetch')),
    ],
    ['its responses are unreadable', async () => jsonResponse({ well: 'received' })],
  ])(
    'while other calls succeed and %s, an item is tried at most seven times in a minute',
    async (_name, answer) => {
      const { writes } = await minuteOf(answer)
      expect(writes.length).toBeGreaterThan(3)
      expect(writes.length).toBeLessThanOrEqual(7)
    },
  )

  test('after a time without a network, an item is sent at once when the campus is reachable', async () => {
    const clock = { now: 1_700_000_000_000 }
    let isOffline = true
    const campus = createScriptedFetch((seen) => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return seen.path.includes('find')
        ? jsonResponse({ results: null })
        : jsonResponse({ results: true })
    })
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: record })
    for (let turn = 0; turn < 8; turn++) {
      await page.sendRound()
      clock.now = (await page.outbox.list('s1'))[0]?.nextAttemptAt ?? 0
    }
    await page.sendRound()
    isOffline = false
    clock.now += 1_000
    await page.sendRound()
    expect(await page.outbox.list('s1')).toHaveLength(1)
    await page.sendRound({ trigger: 'reachable' })
    expect(await page.outbox.list('s1')).toEqual([])
  })

  test('after eight unreadable responses an item waits for the student’s decision, and the student’s retry sends it under the same key', async () => {
    let sense = false
    const clock = { now: 1_700_000_000_000 }
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: null })
        : sense
          ? jsonResponse({ results: true })
          : jsonResponse({ well: 'received' }),
    )
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: record })
    for (let turn = 0; turn < 20; turn++) {
      await page.sendRound()
      clock.now += 300_000
    }
    const writes = () => campus.seen.filter(({ path }) => !path.includes('find'))
    expect(writes()).toHaveLength(8)
    const [item] = await page.outbox.list('s1')
    expect(item).toMatchObject({ state: 'needs-you', lastProblem: { unclear: true } })
    sense = true
    expect(await page.outbox.retry(item?.order ?? 0)).toBe(true)
    await page.sendRound()
    expect(await page.outbox.list('s1')).toEqual([])
    expect(new Set(writes().map(({ key }) => key)).size).toBe(1)
  })

  test('an item that a gateway blocks or whose server fails is tried again without asking the student', async () => {
    for (const answer of [
      () => new Response('<html>', { status: 403 }),
      () => jsonResponse({ code: '500', msg: 'x' }, { status: 500 }),
    ]) {
      const clock = { now: 1_700_000_000_000 }
      const page = openOfflinePage({ fetch: createScriptedFetch(answer).fetch, clock })
      await page.bind('s1', 'token-1')
      await page.outbox.add({ form: 'travel', subject: 's1', payload: record })
      for (let turn = 0; turn < 20; turn++) {
        await page.sendRound()
        clock.now += 300_000
      }
      expect(await page.outbox.list('s1')).toMatchObject([{ state: 'later', attempts: 20 }])
    }
  })
})
