import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/database/database'
import {
  createSmsDeliveryWorker,
  signWebhookBody,
  startSmsDelivery,
} from '#server/platform/sms/delivery-worker'
import { createSmsSender, pruneSmsMessages } from '#server/platform/sms/sms-sender'
import { openFreshDatabase } from '../../../support/database/fresh-database.ts'
import { withExpiredTimeouts } from '../../../support/fakes/expired-timeouts.ts'
import {
  type ReceivedRequest,
  startFakeService,
  type ServiceReply,
} from '../../../support/fakes/fake-service.ts'

let database: Database
let service: Awaited<ReturnType<typeof startFakeService>>
/** The answer of the campus's SMS service. */
let says: (heard: ReceivedRequest) => ServiceReply | Promise<ServiceReply>
let now = 0
const NOON = Date.parse('2026-09-01T04:00:00.900Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000)
beforeAll(async () => {
  database = await openFreshDatabase()
  service = await startFakeService((heard) =>
    heard.path === '/texts' ? says(heard) : { status: 200 },
  )
  reset()
})
afterAll(async () => {
  service.close()
  await database.close()
})
afterEach(async () => {
  vi.useRealTimers()
  reset()
  await database.db.deleteFrom('message_out').execute()
})
function reset() {
  now = 0
  service.heard.length = 0
  says = () => ({ status: 200 })
}

const SECRET = 'a secret of the campus'
const clock = { now: () => at(now) }
const createWorker = () =>
  createSmsDeliveryWorker({
    db: database.db,
    clock,
    webhook: { url: `${service.origin}/texts`, secret: SECRET },
  })
const TEXT = { phone: '13912345678', text: '验证码123456', goodSeconds: 86_400 }
const queue = (
  wishes: Partial<typeof TEXT> = {},
  sms: 'webhook' | 'sandbox' | 'none' = 'webhook',
) => createSmsSender({ sms }).send(database.db, { ...TEXT, now: at(now), ...wishes })
const rows = () => database.db.selectFrom('message_out').selectAll().orderBy('phone').execute()
const row = async () => (await rows())[0]

test('an SMS is queued for the campus’s service, is shown in the demo, and is not stored without a provider', async () => {
  expect([await queue(), await queue({ phone: '2' }, 'sandbox'), await queue({}, 'none')]).toEqual([
    'sent',
    'shown',
    'none',
  ])
  const times = { created_at: at(0), next_at: at(0), good_until: at(86_400), leased_until: null }
  expect(await rows()).toMatchObject([
    { phone: '13912345678', text: TEXT.text, state: 'waiting', ended_at: null, ...times },
    { phone: '2', text: TEXT.text, state: 'shown', ended_at: at(0), ...times },
  ])
})

test('an SMS that ended thirty days ago is deleted, and a waiting SMS is not', async () => {
  await queue({ phone: '1' }, 'sandbox')
  await queue({ phone: '2' })
  const left = async (seconds: number) => {
    await pruneSmsMessages(database.db, at(seconds))
    return (await rows()).map(({ phone }) => phone)
  }
  expect(await left(30 * 86_400)).toEqual(['1', '2'])
  expect(await left(30 * 86_400 + 1)).toEqual(['2'])
})

test('an SMS is posted with its id, and with the second at which it was signed', async () => {
  await queue()
  expect(await createWorker().deliverDue()).toBe(1)
  const { id } = (await row()) ?? {}
  const [one] = service.heard
  const body = {
    id,
    phone: '13912345678',
    e164: '+8613912345678',
    text: TEXT.text,
    createdAt: at(0).toISOString(),
  }
  const timestamp = String(Math.floor(NOON / 1000))
  expect(JSON.parse(one?.body ?? '')).toEqual(body)
  expect(one).toMatchObject({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-campus-timestamp': timestamp,
      'x-campus-signature': signWebhookBody(SECRET, timestamp, one?.body ?? ''),
    },
  })
  expect(signWebhookBody('key', '1', '{}')).toBe(
    'sha256=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224',
  )
  const sent = { state: 'sent', fault: '', ended_at: at(0), leased_until: null, tries: 1, text: '' }
  expect(await row()).toMatchObject({ ...sent, phone: '*******5678' })
  expect(await createWorker().deliverDue()).toBe(0)
})

test.each([
  [200, 'sent', ''],
  [204, 'sent', ''],
  [400, 'given up', 'refused'],
  [404, 'given up', 'refused'],
  [499, 'given up', 'refused'],
  [304, 'waiting', 'away'],
  [408, 'waiting', 'away'],
  [425, 'waiting', 'away'],
  [429, 'waiting', 'away'],
  [500, 'waiting', 'away'],
])('an SMS answered with %i becomes %s', async (status, state, fault) => {
  says = () => ({ status })
  await queue()
  await createWorker().deliverDue()
  expect(await row()).toMatchObject({ state, fault, leased_until: null })
})

test('an SMS is retried if the service hangs up, redirects or times out', async () => {
  await queue()
  says = () => 'hangs up'
  await createWorker().deliverDue()
  says = () => ({ to: '/elsewhere' })
  now = 10
  await createWorker().deliverDue()
  now = 40
  await withExpiredTimeouts(() => createWorker().deliverDue())
  expect(await row()).toMatchObject({ state: 'waiting', fault: 'away', tries: 3, text: TEXT.text })
  expect(service.heard.map(({ path }) => path)).toEqual(['/texts', '/texts'])
})

test('the pauses between attempts to send an SMS grow to two hours, and then it is given up', async () => {
  says = () => ({ status: 500 })
  await queue()
  const waits: number[] = []
  for (let tries = 0; tries < 8; tries++) {
    expect(await createWorker().deliverDue()).toBe(1)
    const next = await row()
    if (next?.state !== 'waiting') break
    waits.push((next.next_at.getTime() - at(now).getTime()) / 1000)
    now += waits.at(-1) ?? 0
  }
  expect(waits).toEqual([10, 30, 120, 600, 1800, 3600, 7200])
  expect(await row()).toMatchObject({ state: 'given up', fault: 'away', ended_at: at(now) })
})

test('an SMS is given up when its next attempt would be too late to be useful', async () => {
  says = () => ({ status: 500 })
  await queue({ phone: '1', goodSeconds: 10 })
  await queue({ phone: '2', goodSeconds: 11 })
  await createWorker().deliverDue()
  expect((await rows()).map(({ state }) => state)).toEqual(['given up', 'waiting'])
})

test('an SMS that is no longer useful is not sent', async () => {
  await queue({ goodSeconds: 5 })
  now = 5
  await createWorker().deliverDue()
  expect(service.heard).toEqual([])
  expect(await row()).toMatchObject({ state: 'given up', fault: 'too late', text: '' })
})

test.each([
  ['12345', '*2345'],
  ['1234', '1234'],
])('the phone number %s is stored as %s after its SMS has ended', async (phone, kept) => {
  await queue({ phone })
  await createWorker().deliverDue()
  expect((await row())?.phone).toBe(kept)
})

test('a slow sender whose SMS another sender has claimed changes nothing any more', async () => {
  await queue()
  says = async () => {
    says = () => ({ status: 500 })
    now = 61
    await createWorker().deliverDue()
    return { status: 400 }
  }
  await createWorker().deliverDue()
  expect(await row()).toMatchObject({ state: 'waiting', tries: 2, next_at: at(91) })
  expect(service.heard).toHaveLength(2)
})

test('the server sends waiting SMS every two seconds, and reports errors', async () => {
  vi.useFakeTimers()
  const fault = new Error('odd')
  const round = vi.fn<() => Promise<number>>().mockResolvedValue(0).mockRejectedValueOnce(fault)
  const onError = vi.fn<(error: unknown) => void>()
  const work = startSmsDelivery({ deliverDue: round }, onError)
  await vi.advanceTimersByTimeAsync(4000)
  expect(round).toHaveBeenCalledTimes(2)
  expect(onError.mock.calls).toEqual([[fault]])
  await work.stop()
})
