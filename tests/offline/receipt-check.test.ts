import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { travelForm } from '#contract/travel'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { findUnverifiedReceipts, applyReceiptCheck } from '#offline/outbox/receipt-check'
import {
  formFinder,
  jsonResponse,
  openOfflinePage,
  type ScriptedRequest,
  sampleTravel,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'
import {
  PROPERTY_TIMEOUT_MS,
  type Property,
  formatTraceRow,
  runProperty,
} from '#tests/support/properties/property-run.ts'

const NOW = 1_700_000_000_000

/** A fake university that stores submissions by key and can be restored to an earlier state. */
function university() {
  let here = new Map<string, unknown>()
  let kept = new Map<string, unknown>()
  let epoch = ''
  let receipts = 0
  // The forms that have received values in the current database epoch.
  let rewritten = new Set<string>()
  const fetching = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const key = request.headers.get('Idempotency-Key')
    const body = JSON.parse(await request.text())
    const headers: Record<string, string> = epoch === '' ? {} : { Epoch: epoch }
    if (key === null) return jsonResponse({ results: null }, { headers })
    const isScan = path.includes('stuEnter')
    if (!here.has(key)) rewritten.add(path.includes('Travel') ? 'travel' : isScan ? 'scan' : 'step')
    here.set(key, body)
    const said: ScriptedRequest = { path, key, ifMatch: null, token: null, body }
    const answer = isScan ? jsonResponse({ code: 0, msg: '登记成功' }) : acceptEveryWrite(said)
    const receipt = `R${(receipts += 1)}`
    return jsonResponse(await answer.json(), {
      headers: { ...headers, 'Idempotency-Key': key, Receipt: receipt },
    })
  }
  return {
    fetch: fetching,
    has: (key: string) => here.has(key),
    words: () => [...here.values()],
    keep: () => (kept = new Map(here)),
    bringBack: () => {
      here = new Map(kept)
      rewritten = new Set()
      epoch = createIdempotencyKey()
    },
    epoch: () => epoch,
    hear: (asked: readonly { form: string; key: string }[]) => {
      const lost = asked.filter(({ key }) => !here.has(key))
      const keys = (isNewer: boolean) =>
        new Set(lost.filter(({ form }) => rewritten.has(form) === isNewer).map(({ key }) => key))
      return { gone: keys(false), newer: keys(true) }
    },
  }
}

const travel = (remark: string) => ({
  form: 'travel',
  subject: 's1',
  payload: sampleTravel({ remark }),
})
const mark = (dependsOn?: number) => ({
  form: 'step',
  subject: 's1',
  payload: { student: 's1', step: '2' },
  ...(dependsOn !== undefined && { dependsOn }),
})

async function phone(campus: ReturnType<typeof university>) {
  const clock = { now: NOW }
  const page = openOfflinePage({ fetch: campus.fetch, clock })
  await page.bind('s1', 'token')
  const ask = async () => {
    const epoch = campus.epoch()
    const asked = await findUnverifiedReceipts(page.database, {
      subject: 's1',
      epoch,
      now: clock.now,
    })
    return applyReceiptCheck(page.database, { asked, epoch, checkResult: campus.hear(asked) })
  }
  const send = async () => {
    clock.now += 60_000
    await page.sendRound({ trigger: 'manual' })
  }
  return { ...page, ask, send, clock }
}

test('a submission that the university has lost becomes an item again under its key, and is sent when its student retries it', async () => {
  const campus = university()
  const { outbox, ask, send } = await phone(campus)
  await outbox.add(travel('first'))
  await send()
  campus.keep()
  const saved = await outbox.add(travel('second'))
  await outbox.add(mark(saved.type === 'saved' ? saved.order : 0))
  await send()
  const known = (await outbox.receipts('s1')).find(({ order }) => order === 2)
  campus.bringBack()
  expect(await ask()).toBe(2)
  const [lost, behind] = await outbox.list('s1')
  expect(lost).toMatchObject({
    key: known?.key,
    state: 'needs-you',
    lastProblem: { lost: true },
    payload: { remark: 'second' },
  })
  // The mark of the step depends on its form and is not sent before it.
  expect(behind).toMatchObject({ form: 'step', state: 'waiting', dependsOn: lost?.order })
  await send()
  expect(await outbox.list('s1')).toHaveLength(2)
  expect(await outbox.retry(lost?.order ?? 0)).toBe(true)
  await send()
  await send()
  expect(await outbox.list('s1')).toEqual([])
  expect(campus.has(known?.key ?? '')).toBe(true)
  expect((await outbox.receipts('s1')).map(({ epoch }) => epoch)).toEqual(
    Array.from({ length: 3 }, campus.epoch),
  )
  expect(await ask()).toBe(0)
})

test('a supervisor’s phone sends every scan again that the university has lost, not only the last fifty [D-98]', async () => {
  const campus = university()
  const { outbox, ask, send } = await phone(campus)
  campus.keep()
  for (let at = 0; at < 70; at++)
    await outbox.add({ form: 'scan', subject: 's1', payload: { scanned: `S${at}`, at: '' } })
  await send()
  expect(campus.words()).toHaveLength(70)
  campus.bringBack()
  expect(await ask()).toBe(70)
  await send()
  expect(await outbox.list('s1')).toEqual([])
  expect(campus.words()).toHaveLength(70)
})

test('lost values are not restored if newer values wait on the phone or have come from another phone', async () => {
  const campus = university()
  const { outbox, ask, send } = await phone(campus)
  campus.keep()
  await outbox.add(travel('lost'))
  await send()
  campus.bringBack()
  await outbox.add(travel('newer, here'))
  expect(await ask()).toBe(0)
  expect(await outbox.list('s1')).toMatchObject([{ payload: { remark: 'newer, here' } }])
  await send()

  const other = await phone(campus)
  campus.keep()
  await other.outbox.add(travel('lost too'))
  await other.send()
  campus.bringBack()
  await outbox.add(travel('newer, elsewhere'))
  await send()
  expect(await other.ask()).toBe(0)
  expect(await other.outbox.list('s1')).toEqual([])
})

test('receipts are checked only for as many days as the university can be restored', async () => {
  const campus = university()
  const { outbox, send, database, clock } = await phone(campus)
  await outbox.add(travel('old'))
  await send()
  const doubted = (days: number, epoch: string) =>
    findUnverifiedReceipts(database, { subject: 's1', epoch, now: clock.now + days * 86_400_000 })
  expect(await doubted(34, 'e1')).toHaveLength(1)
  expect(await doubted(36, 'e1')).toEqual([])
  expect(await findUnverifiedReceipts(database, { subject: 's2', epoch: 'e1', now: NOW })).toEqual(
    [],
  )
})

test('a receipt that was deleted during the check is not restored, and the others are restored in a strict transaction', async () => {
  const campus = university()
  const { outbox, send, database, clock } = await phone(campus)
  campus.keep()
  await outbox.add(travel('lost'))
  await send()
  campus.bringBack()
  const epoch = campus.epoch()
  const asked = await findUnverifiedReceipts(database, { subject: 's1', epoch, now: clock.now })
  const [first] = asked
  if (first === undefined) throw new Error('nothing is in doubt')
  const other = { ...first, order: first.order + 1, key: 'another' }
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const checkResult = campus.hear(asked)
  expect(await applyReceiptCheck(database, { asked: [other, first], epoch, checkResult })).toBe(1)
  expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'strict' })
  transaction.mockRestore()
  expect((await outbox.list('s1')).map(({ key }) => key)).toEqual([first.key])
})

test('a lost receipt without a version is restored as version 1 and upgraded when it is sent', async () => {
  const asOfToday = (old: unknown) => ({
    ...Object(old),
    remark: `${Object(old).remark}, as of today`,
  })
  const forms = { travel: { ...travelForm, schemaVersion: 2, upcasters: { 1: asOfToday } } }
  const campus = university()
  const { bind, database, outbox, sendRound } = openOfflinePage({ fetch: campus.fetch, forms })
  await bind('s1', 'token')
  await storeItems(database, [], [{ ...travel('first'), epoch: 'e0', deliveredAt: NOW }])
  const asked = await findUnverifiedReceipts(database, { subject: 's1', epoch: 'e1', now: NOW })
  const checkResult = { gone: new Set(asked.map(({ key }) => key)), newer: new Set<string>() }
  expect(
    await applyReceiptCheck(database, {
      asked,
      epoch: 'e1',
      checkResult,
      findForm: formFinder(forms),
    }),
  ).toBe(1)
  expect(await outbox.list('s1')).toMatchObject([{ schemaVersion: 1 }])
  expect(await outbox.retry(1)).toBe(true)
  await sendRound({ trigger: 'manual' })
  expect(campus.words()).toMatchObject([{ remark: 'first, as of today' }])
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), text: fc.string() }) },
  { weight: 4, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'keep' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'bring back' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'ask' as const }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test(
  'after any sequence of writes, backups and restores and a final check, the newest values are at the university or shown to the student',
  async () => {
    const testedProperty: Property<Step[]> = {
      name: 'lost-receipts',
      runs: fc.array(step, { maxLength: 14 }),
      describeRun: (steps) =>
        steps.map(({ do: type, ...rest }) => formatTraceRow({ type, ...rest })),
      check: async (steps, { recordEvent, recordTrace }) => {
        const campus = university()
        const { outbox, ask, send } = await phone(campus)
        let newest: string | undefined
        for (const [at, one] of steps.entries()) {
          const [waiting, confirmed] = await Promise.all([outbox.list('s1'), outbox.receipts('s1')])
          recordEvent(
            one.do,
            waiting.at(-1)?.state ?? (confirmed.length > 0 ? 'confirmed' : 'empty'),
          )
          recordTrace([waiting.map(({ state, order }) => [state, order]), confirmed.length])
          if (one.do === 'write') {
            newest = `${at} ${one.text}`
            await outbox.add(travel(newest))
          } else if (one.do === 'send') await send()
          else if (one.do === 'keep') campus.keep()
          else if (one.do === 'bring back') campus.bringBack()
          else await ask()
        }
        await ask()
        const items = await outbox.list('s1')
        // The university has every submission that has a receipt.
        for (const { key } of await outbox.receipts('s1')) expect(campus.has(key)).toBe(true)
        // The newest values are at the university or in the last item.
        const shown = items.at(-1)?.payload
        const isThere = campus
          .words()
          .some((words) =>
            JSON.stringify(words).includes(JSON.stringify(newest ?? '').slice(1, -1)),
          )
        if (newest !== undefined && !isThere) expect(shown).toMatchObject({ remark: newest })
        for (const { order } of items) await outbox.retry(order)
        for (let n = 0; n < 4; n++) await send()
        expect(await outbox.list('s1')).toEqual([])
      },
    }
    await runProperty(testedProperty)
  },
  PROPERTY_TIMEOUT_MS,
)
