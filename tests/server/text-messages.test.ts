import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { remindStudents } from '#server/features/text-messages/public'
import { createSmsDeliveryWorker, signWebhookBody } from '#server/platform/sms/delivery-worker'
import { createSmsSender } from '#server/platform/sms/sms-sender'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let url = ''
/** The requests that the campus's SMS service received, and its answers. */
const heard: { headers: IncomingHttpHeaders; body: string }[] = []
let answers: number[] = []
const service = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    heard.push({ headers: request.headers, body })
    response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end()
  })
})

const webhook = () => ({ url, secret: 'a secret of the campus' })
const createWorker = () =>
  createSmsDeliveryWorker({ db: backend.db, clock: backend.clock, webhook: webhook() })
const queue = (text: string, goodSeconds = 600) =>
  createSmsSender({ sms: 'webhook' }).send(backend.db, {
    phone: '13912345678',
    text,
    now: backend.clock.now(),
    goodSeconds,
  })
const rows = () => backend.db.selectFrom('message_out').selectAll().orderBy('created_at').execute()

beforeAll(async () => {
  backend = await startBackend()
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/texts`
})
afterAll(async () => {
  service.close()
  await backend.close()
})
beforeEach(async () => {
  heard.length = 0
  answers = []
  await backend.db.deleteFrom('message_out').execute()
})

test('an SMS is signed, has its own id, and is deleted once it is delivered', async () => {
  await queue('验证码123456')
  expect(await createWorker().deliverDue()).toBe(1)
  const [{ headers, body } = { headers: {}, body: '' }] = heard
  const [row] = await rows()
  expect(JSON.parse(body)).toEqual({
    id: row?.id,
    phone: '13912345678',
    e164: '+8613912345678',
    text: '验证码123456',
    createdAt: row?.created_at.toISOString(),
  })
  const timestamp = String(headers['x-campus-timestamp'])
  expect(headers['x-campus-signature']).toBe(signWebhookBody(webhook().secret, timestamp, body))
  expect(headers['idempotency-key']).toBe(row?.id)
  expect(row).toMatchObject({ state: 'sent', text: '', phone: '*******5678' })
  expect(await createWorker().deliverDue()).toBe(0)
})

test('an SMS is sent again with the same id, after growing pauses, if the service is unavailable', async () => {
  answers = [500, 429, 503]
  await queue('还在', 24 * 3600)
  for (const pause of [0, 10, 30, 120]) {
    backend.clock.advance(pause - 6)
    if (pause > 0) expect(await createWorker().deliverDue()).toBe(0)
    backend.clock.advance(6)
    expect(await createWorker().deliverDue()).toBe(1)
  }
  expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 4 }])
})

test('an SMS that is refused, redirected for too long, or expired is given up and deleted', async () => {
  answers = [400]
  await queue('不接受')
  await createWorker().deliverDue()
  expect(await rows()).toMatchObject([{ state: 'given up', fault: 'refused', text: '' }])
  answers = [302, 302, 302]
  await queue('过期', 60)
  for (const pause of [0, 10, 30]) {
    backend.clock.advance(pause)
    await createWorker().deliverDue()
  }
  expect((await rows())[1]).toMatchObject({ state: 'given up', fault: 'away', text: '' })
  await queue('太迟', 5)
  backend.clock.advance(6)
  heard.length = 0
  await createWorker().deliverDue()
  expect(heard).toEqual([])
  expect((await rows())[2]).toMatchObject({ state: 'given up', fault: 'too late' })
})

test('several processes together send each SMS once, and another one takes over from a process that died', async () => {
  for (let one = 0; one < 30; one++) await queue(`第${one}条`)
  const counts = await Promise.all([
    createWorker().deliverDue(),
    createWorker().deliverDue(),
    createWorker().deliverDue(),
  ])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
  expect(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(30)
  expect(heard).toHaveLength(30)
  await queue('接手', 3600)
  await backend.db
    .updateTable('message_out')
    .set({ leased_until: new Date(backend.clock.now().getTime() + 60_000), tries: 1 })
    .where('state', '=', 'waiting')
    .execute()
  expect(await createWorker().deliverDue()).toBe(0)
  backend.clock.advance(61)
  expect(await createWorker().deliverDue()).toBe(1)
})

test('an SMS whose cause was undone is never sent', async () => {
  await backend.db
    .transaction()
    .execute(async (tx) => {
      await createSmsSender({ sms: 'webhook' }).send(tx, {
        phone: '13912345678',
        text: '撤销',
        now: backend.clock.now(),
        goodSeconds: 600,
      })
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await createWorker().deliverDue()).toBe(0)
})

test('the sandbox shows the code in the office only', async () => {
  const student = await backend.signInAs('990001')
  const { demoCode } = (
    await student.post('/api/userSafe/sendCode', { phone: '13912345678', scene: 'change' })
  ).body
  const boss = await backend.signInAs('T4001')
  const { data } = (await boss.post('/api/manage/messages/list', { after: '' })).body
  expect(data).toMatchObject([{ phone: '139****5678', state: 'shown' }])
  const { body } = await boss.post('/api/manage/messages/reveal', { id: data[0].id })
  expect(body.phone).toBe('13912345678')
  expect(body.text).toContain(demoCode)
  const noted = await backend.db
    .selectFrom('office_log')
    .select(['action', 'about'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(noted).toEqual({ action: 'messages.reveal', about: `message:${data[0].id}` })
})

test('each student is reminded of a step once a day by a notice that is queued for the other channels, except withdrawn students', async () => {
  const ask = { db: backend.db, now: backend.clock.now() }
  const of = (step: number) => ({ of: step, title: '还差一步', content: '请打开网上迎新' })
  await backend.db
    .updateTable('student')
    .set({ withdrawn_at: ask.now })
    .where('code', '=', 'S990005')
    .execute()
  const all = ['S990001', 'S990002', 'S990005', 'S990001', 'unknown']
  expect(await remindStudents(ask, all, of(1))).toBe(2)
  expect(await remindStudents(ask, all, of(1))).toBe(0)
  expect(await remindStudents(ask, ['S990001'], of(2))).toBe(1)
  const queued = () =>
    backend.db
      .selectFrom('message_delivery')
      .select('student_code')
      .orderBy('student_code')
      .execute()
  expect((await queued()).map(({ student_code }) => student_code)).toEqual([
    'S990001',
    'S990001',
    'S990002',
  ])
  const student = await backend.signInAs('990001')
  const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 10 })
  expect(JSON.stringify(body).match(/还差一步/g)).toHaveLength(2)
  const tomorrow = { ...ask, now: new Date(ask.now.getTime() + 24 * 3600 * 1000) }
  expect(await remindStudents(tomorrow, ['S990001'], of(1))).toBe(1)
  expect(await queued()).toHaveLength(4)
})
