import { expect, test } from 'vitest'
import { scanForm } from '#contract/checkin'
import { corridorCheckin } from '#contract/corridor-checkin'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { forwardItem, findItemsOfOthers } from '#offline/outbox/forward-item'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { exchangeCall } from '#offline/transport/exchange-call'
import {
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  type ScriptedRequest,
} from '../support/offline/offline-page.ts'

const SCANNED = '2026-09-01T02:00:00.000Z'
const NOW = 1_800_000_000_000

/** Create a phone with scans of the supervisor T1 and of the colleagues T2 and T3. */
async function phone(answer: (seen: ScriptedRequest) => Response | Promise<Response>) {
  const storage = createIdempotencyKey()
  const campus = createScriptedFetch(answer)
  const page = openOfflinePage({ fetch: campus.fetch, storage })
  const database = openOutboxDatabase(storage)
  const outbox = createOutbox({ database })
  const add = (subject: string, form: string, scanned: string) =>
    outbox.add({ form, subject, payload: { scanned, at: SCANNED } })
  await add('T2', 'scan', '990001')
  await add('T1', 'scan', '990002')
  await add('T3', 'scan', '990003')
  const left = () => findItemsOfOthers(database, { form: 'scan', subject: 'T1' })
  const [item] = await left()
  if (item === undefined) throw new Error('nothing is left here')
  const deliver = () =>
    forwardItem(
      {
        database,
        now: () => NOW,
        exchange: (request) => exchangeCall({ ...request, fetch: campus.fetch }),
      },
      item,
      {
        call: corridorCheckin.handOver,
        input: { by: item.subject, scanned: '990001', at: SCANNED, key: undefined },
        form: scanForm,
      },
    )
  return { page, outbox, campus, left, item, deliver }
}
const good = ({ key }: ScriptedRequest) =>
  jsonResponse(
    { code: '0', msg: '已确认' },
    { headers: { 'Idempotency-Key': key ?? '', Receipt: '7F3K-92QD' } },
  )

test('colleagues’ waiting items of a form are listed oldest first, without items of other forms', async () => {
  const { left, page, outbox } = await phone(good)
  await outbox.add({ form: 'step', subject: 'T2', payload: { student: 'T2', step: '2' } })
  expect((await left()).map(({ subject }) => subject)).toEqual(['T2', 'T3'])
  await page.database.close()
})

test('a colleague’s item is delivered under its key with the bound supervisor’s token, and becomes the colleague’s receipt', async () => {
  const { page, outbox, campus, left, item, deliver } = await phone(good)
  await page.bind('T1', 'token-1')
  expect(await deliver()).toMatchObject({ type: 'delivered', message: '已确认' })
  expect(campus.seen).toMatchObject([
    { key: item.key, token: 'token-1', body: { scanTime: SCANNED } },
  ])
  expect((await left()).map(({ subject }) => subject)).toEqual(['T3'])
  expect(await outbox.receipts('T2')).toMatchObject([
    { key: item.key, order: item.order, deliveredAt: NOW, receipt: '7F3K-92QD', message: '已确认' },
  ])
  // Delivering the same item again sends no other item.
  await deliver()
  expect(await outbox.receipts('T2')).toHaveLength(1)
  expect((await left()).map(({ subject }) => subject)).toEqual(['T3'])
})

test('an item is not forwarded when nobody is bound or when its author is bound', async () => {
  const { page, campus, deliver } = await phone(good)
  expect(await deliver()).toEqual({ type: 'signed-out' })
  await page.bind('T2', 'token-2')
  expect(await deliver()).toEqual({ type: 'signed-out' })
  expect(campus.seen).toEqual([])
})

test('a forwarded item that is refused or gets no response stays in its author’s outbox', async () => {
  for (const answer of [
    () => jsonResponse({ code: '1', msg: '不是您负责的楼栋' }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]) {
    const { page, outbox, left, item, deliver } = await phone(answer)
    await page.bind('T1', 'token-1')
    expect(['needs-you', 'later']).toContain((await deliver()).type)
    expect(await left()).toContainEqual(item)
    expect(await outbox.receipts('T2')).toEqual([])
  }
})

test('a forwarded item is not delivered if a campus that echoes keys answers without an echo', async () => {
  const { page, left, deliver } = await phone(() => jsonResponse({ code: '0', msg: '' }))
  await page.bind('T1', 'token-1')
  await page.database.run({ mode: 'readwrite', stores: ['bearer'] }, async (transaction) => {
    const bearers = transaction.objectStore('bearer')
    const bearer = await bearers.get('bearer')
    if (bearer !== undefined) await bearers.put({ ...bearer, sendsReceipts: true }, 'bearer')
  })
  expect((await deliver()).type).not.toBe('delivered')
  expect(await left()).toHaveLength(2)
})
