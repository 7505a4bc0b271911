import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { corridorCheckin } from '#contract/corridor-checkin'
import { queuedForms } from '#contract/forms'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { deleteDataOfOthers, deleteOwnData } from '#offline/outbox/delete-data'
import { createDraftStore } from '#offline/outbox/drafts'
import { forwardItem, findItemsOfOthers } from '#offline/outbox/forward-item'
import type { OutboxSubmission } from '#offline/outbox/outbox'
import type { SaveResult } from '#offline/outbox/save-result'
import { DATABASE_TIMEOUTS } from '#offline/storage/outbox-database'
import { exchangeCall } from '#offline/transport/exchange-call'
import { type FormName, payloadMarkerOf, samplePayload } from '#tests/support/backend/four-forms.ts'
import type { FreshStudent } from '#tests/support/backend/students.ts'
import { createCampusModel } from '#tests/support/offline/campus-model.ts'
import {
  INDEXEDDB_FAULTS,
  type IndexedDbFaultCounts,
  type IndexedDbFaultPlan,
  withFailingIndexedDb,
} from '#tests/support/offline/failing-indexeddb.ts'
import {
  jsonResponse,
  openOfflinePage,
  type OfflinePage,
  createScriptedFetch,
  sampleTravel,
} from '#tests/support/offline/offline-page.ts'

const WAYS = [...INDEXEDDB_FAULTS, 'never'] as const

describe('failures of every IndexedDB operation', () => {
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

  /** Run once for each operation, or every `step`th, in which that operation fails. */
  const each = async (
    life: (plan: IndexedDbFaultPlan, storage: string) => Promise<IndexedDbFaultCounts>,
    plan: Omit<IndexedDbFaultPlan, 'at'>,
    { atLeast, step = 1, from = 1 }: { atLeast: number; step?: number; from?: number },
  ) => {
    const name = `${life.name} ${Object.values(plan).join(' ')}`
    const runAt = async (at: number, storage: string) => {
      const met = await life({ ...plan, at }, storage)
      // Delete the data of the run: it is in memory, and would slow down later runs.
      await deleteDB(storage)
      return met
    }
    const { operations } = await runAt(Infinity, `${name}, whole`)
    expect(operations).toBeGreaterThanOrEqual(atLeast)
    for (let at = from; at <= operations; at += step) {
      const { failed } = await runAt(at, `${name} at ${at}`)
      expect(failed, `${name} at ${at}`).toBeGreaterThan(0)
    }
    expect(unheard).toEqual([])
  }

  test.each(WAYS)(
    'when an IndexedDB operation fails (%s), no submission reported as saved is lost or sent twice, and every error is reported',
    (how) => each(live, { how }, { atLeast: 25 }),
  )

  test.each(WAYS.flatMap((how) => [['reads', how] as const, ['writes', how] as const]))(
    'when all IndexedDB %s fail from some operation on (%s), no submission is lost or sent twice, and every error is reported',
    (only, how) => each(live, { how, only, onwards: true }, { atLeast: 12 }),
  )

  test.each(WAYS.map((how, nth) => [how, nth] as const))(
    'when an IndexedDB operation fails (%s) while a student repairs, retries, discards and drafts, no submission is lost or sent twice, and every error is reported',
    (how, nth) => each(repair, { how }, { atLeast: 100, ...spread(nth) }),
  )

  test.each(WAYS)(
    'when an IndexedDB operation fails (%s) while a supervisor delivers a colleague’s scans, none is lost or sent twice, and every error is reported',
    (how) => each(share, { how }, { atLeast: 50 }),
  )

  test.each(WAYS)(
    'when an IndexedDB operation fails (%s) while data is deleted, it is deleted completely or not at all, and no deleted item is sent',
    (how) => each(leave, { how }, { atLeast: 30 }),
  )
})

// Running every error at every operation would take as long as all other tests. Only one error that
// the app retries and one that it does not retry run at every operation. Each other error runs at
// every fifth operation.
const WHOLLY: readonly string[] = ['UnknownError', 'QuotaExceededError']
const spread = (nth: number) =>
  WHOLLY.includes(WAYS[nth] ?? '') ? {} : { step: 5, from: 1 + (nth % 5) }

/** Bind, submit and send in a page on a failing disk, then run another page on a working disk. */
async function live(plan: IndexedDbFaultPlan, storage: string): Promise<IndexedDbFaultCounts> {
  const effects = new Map<string, unknown>()
  const campus = createScriptedFetch((seen) => {
    if (seen.path.includes('find')) return jsonResponse({ results: null })
    if (seen.key !== null) effects.set(seen.key, seen.body)
    return jsonResponse(
      { results: true },
      { headers: { 'Idempotency-Key': seen.key ?? '', Receipt: 'AAAA-AAAA' } },
    )
  })
  const clock = { now: 1_700_000_000_000 }
  const page = openOfflinePage({ fetch: campus.fetch, storage, clock, patience: DATABASE_TIMEOUTS })
  const said: string[] = []
  const met = await onFailingDisk(plan, async () => {
    await dare(() => page.bind('s1', 'token-1'))
    const saved = await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel(),
    })
    said.push(endOf(saved))
    await dare(() => page.sendRound({ trigger: 'manual' }))
  })
  const [how] = said
  expect(effects.size, storage).toBeLessThanOrEqual(1)

  clock.now += 900_000
  const next = openOfflinePage({ fetch: campus.fetch, storage, clock, patience: DATABASE_TIMEOUTS })
  await next.bind('s1', 'token-1')
  await next.sendRound()
  expect(await next.outbox.list('s1'), storage).toEqual([])
  const receipts = await next.outbox.receipts('s1')
  expect(receipts, storage).toHaveLength(effects.size)
  // A submission reported as saved arrives once, and one reported as not saved never arrives.
  if (how === 'saved') expect(effects.size, storage).toBe(1)
  else if (how !== 'unsure') expect(effects.size, storage).toBe(0)
  return met
}

/**
 * Let a student on a failing disk repair a travel form that the office has changed, retry a family
 * form whose key is used, discard a third form, and type drafts in between.
 */
async function repair(plan: IndexedDbFaultPlan, storage: string): Promise<IndexedDbFaultCounts> {
  const campus = createCampusModel({ keepsKeys: true })
  const me = await campus.enrolStudent()
  const { subject } = me
  const clock = { now: campus.now() }
  let usedKeys = 0
  const usedOnce: typeof fetch = async (input, init) => {
    const family = queuedForms['family']
    if (input === `http://campus.test${family?.add.path}` && usedKeys++ === 0)
      return jsonResponse(
        { ...family?.add.rule.refusal('换过内容'), ...idempotencyKeyUsedBody },
        { status: 422 },
      )
    const response = await campus.fetch(input, init)
    expect(response.status, `${storage}: other words under a key`).not.toBe(422)
    return response
  }
  const open = () =>
    openOfflinePage({ fetch: usedOnce, storage, clock, patience: DATABASE_TIMEOUTS })
  const page = open()
  const drafts = createDraftStore(page)
  const claims: { readonly form: FormName; readonly words: string; readonly end: string }[] = []
  const submit = async (form: FormName, number: number, over: Partial<OutboxSubmission> = {}) => {
    const payload = samplePayload(form, subject, 2026, number)
    const saved = await page.outbox.add({ form, subject, payload, ...over })
    claims.push({ form, words: payloadMarkerOf(payload), end: endOf(saved) })
    return saved
  }
  const type = async (form: FormName) =>
    endOf(await drafts.save({ subject, form, values: { remark: form }, savedAt: 0 })) === 'saved'
  const ends: Record<string, boolean | undefined> = {}

  const met = await onFailingDisk(plan, async () => {
    await dare(() => page.bind(subject, me.token))
    ends['uniform typed'] = await type('uniform')
    ends['living typed'] = await type('living')
    const read = await dare(() => drafts.read(subject, 'uniform'))
    if (ends['uniform typed'] && read !== undefined)
      expect(read.values, storage).toEqual({ remark: 'uniform' })
    await submit('family', 1)
    // The student taps twice.
    await submit('family', 1)
    await submit('travel', 1, { baseVersion: '"0"' })
    const uniform = await submit('uniform', 1)
    if (uniform.type === 'saved') {
      const payload = { student: subject, step: '4' }
      const dependsOn = uniform.order
      const step = await page.outbox.add({ form: 'step', subject, payload, dependsOn })
      ends['step saved'] = step.type === 'saved'
    }
    await submit('living', 1)
    const seen = (await dare(() => page.outbox.list(subject))) ?? []
    const living = seen.find(({ form }) => form === 'living')
    if (living !== undefined)
      ends['living discarded'] = await dare(() => page.outbox.discard(living.order))
    await campus.createDirectClient(me).write('travel', samplePayload('travel', subject, 2026, 90))
    await dare(() => page.sendRound({ trigger: 'manual' }))
    clock.now += 600_000

    for (const item of (await dare(() => page.outbox.list(subject))) ?? []) {
      if (item.form === 'family' && item.state === 'needs-you')
        ends['family tried again'] = await dare(() => page.outbox.retry(item.order))
      if (item.form !== 'travel' || item.state !== 'conflict') continue
      const payload = samplePayload('travel', subject, 2026, 2)
      const repaired = { payload, baseVersion: '"1"', key: item.key }
      const saved = await page.outbox.repair(item.order, repaired)
      claims.push({ form: 'travel', words: payloadMarkerOf(payload), end: endOf(saved) })
    }
    ends['living dropped'] = await dare(() => drafts.drop(subject, 'living').then(() => true))
    await dare(() => page.sendRound({ trigger: 'manual' }))
    clock.now += 600_000
    await dare(() => page.outbox.receipts(subject))
    ends['travel typed'] = await type('travel')
  })

  const next = open()
  await mustAgree(next, campus, [subject], storage)
  const kept = async (form: FormName) =>
    (await createDraftStore(next).read(subject, form)) !== undefined
  const isSaved = (wanted: FormName) =>
    claims.some(({ form, end }) => form === wanted && end === 'saved')
  if (isSaved('uniform')) expect(await kept('uniform'), storage).toBe(false)
  else if (ends['uniform typed']) expect(await kept('uniform'), storage).toBe(true)
  if (ends['living dropped']) expect(await kept('living'), storage).toBe(false)
  if (ends['travel typed']) expect(await kept('travel'), storage).toBe(true)

  await bringHome(next, { person: me, clock, theirs: campus.createDirectClient(me).look, storage })
  await mustAgree(next, campus, [subject], storage)
  const [lines, arrived] = [await campus.listWrites(subject), await campus.listSubmissions(subject)]
  for (const form of ['family', 'travel', 'uniform', 'living'] as const) {
    const texts = lines
      .filter((line) => line.form === form)
      .map((line) => payloadMarkerOf(line.payload))
    expect(texts, `${storage}: ${form} is doubled`).toEqual([...new Set(texts)])
    const mine = claims.filter((claim) => claim.form === form)
    const last = mine.findLast(({ end }) => end === 'saved')?.words
    if (form === 'living' && ends['living discarded']) expect(texts, storage).toEqual([])
    else if (last !== undefined && !(form === 'living' && 'living discarded' in ends))
      expect(texts.at(-1), `${storage}: the newest ${form}`).toBe(last)
    const maybe = new Set(
      mine.filter(({ end }) => end === 'saved' || end === 'unsure').map((claim) => claim.words),
    )
    for (const claim of mine)
      if (!maybe.has(claim.words)) expect(texts, storage).not.toContain(claim.words)
  }
  const steps = arrived.map(({ form }) => form).filter((form) => /uniform|step/.test(form))
  if (ends['step saved']) expect(steps, storage).toEqual(['uniform', 'step'])
  expect(arrived, storage).toHaveLength(new Set(arrived.map(({ key }) => key)).size)
  expect(await next.outbox.receipts(subject), storage).toHaveLength(arrived.length)
  if (plan.at === Infinity)
    expect([lines.map(({ form, payload }) => `${form} ${payloadMarkerOf(payload)}`), ends]).toEqual(
      [
        [
          'travel 写下的话 90,,',
          'uniform 备注1,,',
          'step ,,',
          'family ,单位1,',
          'travel 写下的话 2,,',
        ],
        {
          'uniform typed': true,
          'living typed': true,
          'step saved': true,
          'living discarded': true,
          'family tried again': true,
          'living dropped': true,
          'travel typed': true,
        },
      ],
    )
  return met
}

/** Create a phone with scans of three supervisors, of whom the bound one continues with `goOn`. */
async function shared(
  plan: IndexedDbFaultPlan,
  storage: string,
  goOn: (phone: {
    page: OfflinePage
    fetch: typeof fetch
    mine: string
    absent: string
  }) => Promise<void>,
) {
  const campus = createCampusModel({ keepsKeys: true })
  const [mine, absent, former] = [
    await campus.enrolStudent(),
    await campus.enrolStudent(),
    await campus.enrolStudent(),
  ]
  const people = [mine, absent, former]
  const subjects = people.map(({ subject }) => subject)
  const clock = { now: campus.now() }
  const fetch = handingOver(campus.fetch, people, queuedForms['scan']?.add.path ?? '')
  const open = () => openOfflinePage({ fetch, storage, clock, patience: DATABASE_TIMEOUTS })
  const page = open()
  const ends = new Map<string, string>()
  const scan = async ({ subject }: FreshStudent, scanned: string) => {
    const submission = { form: 'scan', subject, payload: { scanned, at: AT }, key: scanned }
    ends.set(scanned, endOf(await page.outbox.add(submission)))
  }
  let typed = false
  const met = await onFailingDisk(plan, async () => {
    await dare(() => page.bind(mine.subject, mine.token))
    const draft = { subject: former.subject, form: 'travel', values: {}, savedAt: 0 }
    typed = endOf(await createDraftStore(page).save(draft)) === 'saved'
    await scan(absent, 'left 1')
    await scan(mine, 'mine')
    await scan(former, 'former')
    await scan(absent, 'left 2')
    await goOn({ page, fetch, mine: mine.subject, absent: absent.subject })
  })
  const next = open()
  await mustAgree(next, campus, subjects, storage)
  /**
   * Bind each supervisor again and send their items; returns the keys that have arrived. Checks
   * that all saved scans have arrived except those in `forgotten`.
   */
  const bringAllHome = async (forgotten: readonly string[] = []) => {
    clock.now += 900_000
    for (const person of people) await bringHome(next, { person, clock, storage })
    await mustAgree(next, campus, subjects, storage)
    const arrived = (await Promise.all(subjects.map(campus.listSubmissions)))
      .flat()
      .map(({ key }) => key)
    expect(arrived, storage).toEqual([...new Set(arrived)])
    for (const [scanned, end] of ends)
      if (end === 'saved' && !forgotten.includes(scanned))
        expect(arrived, storage).toContain(scanned)
      else if (end !== 'unsure') expect(arrived, storage).not.toContain(scanned)
    return arrived
  }
  return { met, next, mine, absent, former, ends, typed, bringAllHome }
}

/** Let the bound supervisor deliver a colleague's scans and send their own. */
async function share(plan: IndexedDbFaultPlan, storage: string): Promise<IndexedDbFaultCounts> {
  const delivered: string[] = []
  const phone = await shared(plan, storage, async ({ page, fetch, mine, absent }) => {
    const { database } = page
    const left = await dare(() => findItemsOfOthers(database, { form: 'scan', subject: mine }))
    for (const item of left ?? []) {
      if (item.subject !== absent) continue
      const delivery = await dare(() =>
        forwardItem(
          { database, exchange: (request) => exchangeCall({ ...request, fetch }) },
          item,
          {
            call: corridorCheckin.handOver,
            input: { by: item.subject, scanned: item.key, at: AT, key: undefined },
            form: {},
          },
        ),
      )
      if (delivery?.type === 'delivered') delivered.push(item.key)
    }
    await dare(() => page.sendRound({ trigger: 'manual' }))
    await dare(() => page.outbox.countItemsOfOthers(mine))
    await dare(() => page.outbox.receipts(mine))
  })
  const { next, absent, met, bringAllHome } = phone
  const receipts = (await next.outbox.receipts(absent.subject)).map(({ key }) => key)
  expect(receipts, storage).toEqual(delivered)
  const arrived = await bringAllHome()
  if (plan.at === Infinity)
    expect([delivered, arrived]).toEqual([['left 1'], ['mine', 'left 1', 'left 2', 'former']])
  return met
}

/** Let the bound supervisor delete a former one's data with all unsent items, and unbind. */
async function leave(plan: IndexedDbFaultPlan, storage: string): Promise<IndexedDbFaultCounts> {
  let [forgotten, gone]: (true | undefined)[] = []
  const phone = await shared(plan, storage, async ({ page: { database }, mine, absent }) => {
    const items = (other: string) => other !== absent
    const isOwn = (subject: string) => subject === mine
    forgotten = await dare(() =>
      deleteDataOfOthers(database, mine, { items }).then(() => true as const),
    )
    // Unbinding would delete the drafts, which show whether the first deletion was incomplete.
    if (forgotten) gone = await dare(() => deleteOwnData(database, isOwn).then(() => true as const))
  })
  const { next, mine, absent, former, ends, typed, met, bringAllHome } = phone
  const left = async ({ subject }: FreshStudent) => [
    (await next.outbox.list(subject)).length,
    (await createDraftStore(next).read(subject, 'travel')) === undefined ? 0 : 1,
  ]
  if (forgotten) expect(await left(former), storage).toEqual([0, 0])
  else if (typed && ends.get('former') === 'saved')
    expect(await left(former), storage).toEqual([1, 1])
  if (gone) {
    expect(await left(mine), storage).toEqual([0, 0])
    expect(await next.sendRound(), storage).toEqual({ sent: 0 })
  }
  const arrived = await bringAllHome([...(forgotten ? ['former'] : []), ...(gone ? ['mine'] : [])])
  expect(arrived.length, storage).toBeGreaterThan(0)
  if (plan.at === Infinity)
    expect([forgotten, gone, await left(absent), arrived]).toEqual([
      true,
      true,
      [0, 0],
      ['left 1', 'left 2'],
    ])
  return met
}

const AT = '2026-09-01T02:00:00.000Z'

/**
 * A campus at which a supervisor can deliver a colleague's first scan, while the second one is
 * accepted from the colleague only.
 */
const handingOver =
  (campus: typeof fetch, people: readonly FreshStudent[], scanPath: string): typeof fetch =>
  async (input, init) => {
    if (
      input !== `http://campus.test${corridorCheckin.handOver.path}` ||
      typeof init?.body !== 'string'
    )
      return campus(input, init)
    const { scannedBy, ...body }: Record<string, unknown> = JSON.parse(init.body)
    if (body['stuCode'] === 'left 2') return jsonResponse({ code: '1', msg: '不是您负责的楼栋' })
    const headers = new Headers(init.headers)
    headers.set('Authorization', people.find((one) => one.subject === scannedBy)?.token ?? '')
    const asIfByAuthor = { ...init, headers, body: JSON.stringify(body) }
    const answer = await campus(`http://campus.test${scanPath}`, asIfByAuthor)
    return jsonResponse(
      { code: '0', msg: '已确认' },
      { headers: Object.fromEntries(answer.headers) },
    )
  }

/** Check that each receipt has its effect, and that no item both has a receipt and waits. */
async function mustAgree(
  { outbox }: OfflinePage,
  campus: Pick<ReturnType<typeof createCampusModel>, 'listSubmissions'>,
  subjects: readonly string[],
  storage: string,
) {
  for (const subject of subjects) {
    const arrived = new Map(
      (await campus.listSubmissions(subject)).map((one) => [one.key, one.receipt]),
    )
    const waiting = (await outbox.list(subject)).map(({ key }) => key)
    for (const { key, receipt } of await outbox.receipts(subject)) {
      expect(arrived.get(key), `${storage}: a receipt without its effect`).toBe(receipt)
      expect(waiting, `${storage}: both sent and waiting`).not.toContain(key)
    }
  }
}

/** Send all items of one person, repairing each conflict and refusal with the item's own values. */
async function bringHome(
  page: OfflinePage,
  {
    person: { subject, token },
    clock,
    theirs,
    storage,
  }: {
    person: FreshStudent
    clock: { now: number }
    theirs?: ReturnType<ReturnType<typeof createCampusModel>['createDirectClient']>['look']
    storage: string
  },
) {
  await page.bind(subject, token)
  for (let rounds = 0; rounds < 6; rounds++) {
    const waiting = await page.outbox.list(subject)
    if (waiting.length === 0) return
    clock.now += 600_000
    for (const { order, form, state, payload } of waiting) {
      if (state !== 'conflict' && state !== 'needs-you') continue
      const seen = form === 'travel' ? await theirs?.(form) : undefined
      const baseVersion = seen?.type === 'ok' ? seen.etag : undefined
      await page.outbox.repair(order, { payload, baseVersion })
    }
    await page.sendRound()
  }
  expect.fail(`${storage}: an hour, and it has not arrived`)
}

/** Run on a failing disk, advancing fake time whenever an operation never answers. */
async function onFailingDisk(
  plan: IndexedDbFaultPlan,
  life: () => Promise<void>,
): Promise<IndexedDbFaultCounts> {
  let over = false
  const pass = async () => {
    for (let step = 0; !over && step < 60; step++) {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  return withFailingIndexedDb({ ...plan, onSilence: () => void pass() }, () =>
    life().finally(() => (over = true)),
  )
}

/**
 * Returns the result of some work, or undefined if a database error has ended it; rethrows other
 * errors.
 */
async function dare<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof DOMException) return undefined
    throw cause
  }
}

const endOf = (saved: SaveResult | { readonly type: 'replaced' }): string =>
  saved.type === 'not-saved' ? saved.why : saved.type
