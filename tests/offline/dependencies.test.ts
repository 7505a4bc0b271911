import { describe, expect, test } from 'vitest'
import { cascadeDiscard } from '#offline/outbox/dependencies'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import {
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  type ScriptedRequest,
} from '#tests/support/offline/offline-page.ts'
import { storeItems } from '#tests/support/offline/stored-items.ts'

const uniform = (number: number) => samplePayload('uniform', 's1', 2026, number)
const isMark = ({ path }: ScriptedRequest) => path.endsWith('/addStatus')
const isUniform = ({ path }: ScriptedRequest) => /uniSele\/(add|updateStuForm)$/.test(path)

/**
 * Create a phone with a waiting uniform form and the completion mark of its step, which depends on
 * the form. The campus answers submissions of the form with `answers`, in order.
 */
async function phoneWithUniform(answers: (() => Response)[]) {
  const campus = createScriptedFetch((seen) => {
    if (seen.path.endsWith('/selebystu')) return jsonResponse({ results: [] })
    return (
      (isUniform(seen) ? answers.shift()?.() : undefined) ??
      jsonResponse({ results: isMark(seen) ? true : 1 })
    )
  })
  const clock = { now: 1_700_000_000_000 }
  const page = openOfflinePage({ fetch: campus.fetch, clock })
  await page.bind('s1', 'token-1')
  const add = async (number: number) => {
    const saved = await page.outbox.add({
      form: 'uniform',
      subject: 's1',
      payload: uniform(number),
      baseVersion: '"1"',
    })
    if (saved.type !== 'saved') throw new Error('not saved')
    return saved.order
  }
  const order = await add(1)
  await page.outbox.add({
    form: 'step',
    subject: 's1',
    payload: { student: 's1', step: '4' },
    dependsOn: order,
  })
  const forms = async () =>
    (await page.outbox.list('s1')).map(({ form, state }) => `${form} ${state}`)
  const written = () =>
    campus.seen
      .filter((seen) => isMark(seen) || isUniform(seen))
      .map((seen) => (isMark(seen) ? 'mark' : 'uniform'))
  const round = async () => {
    clock.now += 301_000
    return page.sendRound({ trigger: 'manual' })
  }
  return { ...page, round, add, order, forms, written }
}

const NO = {
  'out of stock': () => jsonResponse({ results: 0, msg: '所选尺码缺货，请改选' }),
  '422': () => jsonResponse({ msg: '请选择服装尺码' }, { status: 422 }),
  '412': () => jsonResponse({ code: '412', msg: '内容已在别处修改' }, { status: 412 }),
}
const LATER = () => jsonResponse({}, { status: 503 })

describe('a step’s completion mark is sent only after its form has arrived [OFF-12 FLOW-15]', () => {
  test.each([
    ['out of stock', 'needs-you'],
    ['422', 'needs-you'],
    ['412', 'conflict'],
  ] as const)(
    'a step’s completion mark waits while its form is refused (%s), however many sending rounds run [D-107]',
    async (answer, state) => {
      const phone = await phoneWithUniform([NO[answer]])
      await phone.round()
      await phone.round()
      expect(phone.written()).toEqual(['uniform'])
      expect(await phone.forms()).toEqual([`uniform ${state}`, 'step waiting'])
      expect(await phone.round()).toEqual({ sent: 0 })
    },
  )

  test.each(['422', '412'] as const)(
    'after a form refused with %s is repaired, the form is sent first and its completion mark second [OFF-19]',
    async (answer) => {
      const phone = await phoneWithUniform([NO[answer], LATER])
      await phone.round()
      await phone.outbox.repair(phone.order, { payload: uniform(2), baseVersion: '"2"' })
      await phone.round()
      expect(phone.written()).toEqual(['uniform', 'uniform'])
      await phone.round()
      expect(phone.written()).toEqual(['uniform', 'uniform', 'uniform', 'mark'])
      expect(await phone.forms()).toEqual([])
    },
  )

  test('when newer values replace a refused form, its completion mark is sent after the newer values [OFF-17]', async () => {
    const phone = await phoneWithUniform([NO['422'], NO['422']])
    await phone.round()
    expect(await phone.add(2)).toBe(phone.order)
    await phone.round()
    expect(await phone.forms()).toEqual(['uniform needs-you', 'step waiting'])
    await phone.add(3)
    await phone.round()
    expect(phone.written()).toEqual(['uniform', 'uniform', 'uniform', 'mark'])
  })

  test('a step’s completion mark waits while this version of the app cannot read the values of its form', async () => {
    const phone = await phoneWithUniform([])
    await phone.database.run({ mode: 'readwrite', stores: ['items'] }, async (transaction) => {
      const items = transaction.objectStore('items')
      const item = await items.get(phone.order)
      if (item !== undefined) await items.put({ ...item, schemaVersion: 99 })
    })
    await phone.round()
    expect(phone.written()).toEqual([])
    expect(await phone.forms()).toEqual(['uniform parked', 'step waiting'])
  })
})

describe('a discarded form [OFF-19]', () => {
  test.each(['422', '412'] as const)(
    'discarding a form that was refused with %s also discards its completion mark',
    async (answer) => {
      const phone = await phoneWithUniform([NO[answer]])
      await phone.round()
      expect(await phone.outbox.discard(phone.order)).toBe(true)
      expect(await phone.forms()).toEqual([])
    },
  )

  test('when a form with newer unsent values is discarded, its completion mark is sent after the newer values', async () => {
    const phone = await phoneWithUniform([LATER, NO['422'], NO['412']])
    await phone.round()
    const newer = await phone.add(2)
    expect(newer).toBeGreaterThan(phone.order)
    await phone.round()
    expect(await phone.forms()).toEqual(['uniform needs-you', 'step waiting', 'uniform conflict'])
    await phone.outbox.discard(phone.order)
    await phone.round()
    expect(await phone.forms()).toEqual(['step waiting', 'uniform conflict'])
    await phone.outbox.repair(newer, { payload: uniform(3), baseVersion: '"2"' })
    await phone.round()
    await phone.round()
    expect(phone.written().slice(3)).toEqual(['uniform', 'mark'])
    expect(await phone.forms()).toEqual([])
  })

  test('when a form is discarded after its newer values have arrived, its completion mark is sent', async () => {
    const phone = await phoneWithUniform([LATER, NO['422']])
    await phone.round()
    await phone.add(2)
    await phone.round()
    expect(await phone.forms()).toEqual(['uniform needs-you', 'step waiting'])
    await phone.outbox.discard(phone.order)
    await phone.round()
    expect(phone.written()).toEqual(['uniform', 'uniform', 'uniform', 'mark'])
    expect(await phone.forms()).toEqual([])
  })
})

describe('an item whose dependency was discarded', () => {
  const gone = { order: 5, form: 'uniform', subject: 's1' } as OutboxItem
  /** Discard the item with order 5; returns order and dependency of each item that is left. */
  async function left(
    items: readonly Partial<OutboxItem>[],
    receipts: readonly Partial<DeliveryReceipt>[] = [],
    replaces = true,
  ) {
    const database = openOutboxDatabase(createIdempotencyKey())
    await storeItems(database, items, receipts)
    const all = { mode: 'readwrite' as const, stores: ['items' as const, 'receipts' as const] }
    await database.run(all, (transaction) => cascadeDiscard(transaction, gone, { replaces }))
    const found = await database.run(all, (transaction) =>
      transaction.objectStore('items').getAll(),
    )
    return found.map(({ order, dependsOn }) => [order, dependsOn])
  }
  const mark = { order: 6, form: 'step', dependsOn: 5 }

  test('an item whose dependency was discarded depends on newer unsent values of that form, and is removed if there are none', async () => {
    const newer = { order: 8, form: 'uniform' }
    expect(await left([mark, { order: 7, form: 'travel' }, newer])).toEqual([
      [6, 8],
      [7, undefined],
      [8, undefined],
    ])
    expect(await left([{ order: 4, form: 'uniform' }, mark, { order: 7, form: 'travel' }])).toEqual(
      [
        [4, undefined],
        [7, undefined],
      ],
    )
  })

  test('an item whose dependency was discarded is removed, together with newer values that depend on the discarded item', async () => {
    expect(await left([mark, { order: 7, form: 'uniform', dependsOn: 5 }])).toEqual([])
  })

  test('an item whose dependency was discarded stays unchanged only if newer values of the same form have arrived', async () => {
    expect(await left([mark], [{ order: 9, form: 'uniform' }])).toEqual([[6, 5]])
    expect(await left([mark], [{ order: 9, form: 'travel' }])).toEqual([])
    expect(await left([mark], [{ order: 4, form: 'uniform' }])).toEqual([])
    // Submissions of a form that only adds do not replace each other.
    expect(await left([mark], [{ order: 9, form: 'uniform' }], false)).toEqual([])
  })
})
