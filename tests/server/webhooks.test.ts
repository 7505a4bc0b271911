import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverDueEvents } from '#server/features/webhooks/deliver'
import { isPermittedUrl } from '#server/features/webhooks/permitted-url'
import { pruneWebhookEvents } from '#server/features/webhooks/store'
import type { Db } from '#server/platform/database/db'
import { createSealer } from '#server/platform/sessions/sealer'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { findFreePort } from '../support/backend/free-port.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
let administrator: SignedInUser
let server: Server
let url = ''
/** The requests that the receiver in this process got, and the statuses that it answers next. */
const received: { id: string; body: { type: string; data: Record<string, unknown> } }[] = []
const answers: number[] = []

beforeAll(async () => {
  backend = await startBackend({ env: { WEBHOOK_HOSTS: '127.0.0.1' } })
  administrator = await backend.signInAs('T4001')
  server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part) => (text += String(part)))
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body: JSON.parse(text) })
      response.writeHead(request.url === '/refuses' ? 404 : (answers.shift() ?? 200)).end()
    })
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${port}/events`
})
afterAll(async () => {
  server.close()
  await backend.close()
})
beforeEach(async () => {
  await backend.db.deleteFrom('webhook_endpoint').execute()
  received.length = 0
  answers.length = 0
})

const create = async (fields: object = {}) =>
  administrator.post('/api/manage/webhooks/create', {
    name: '一卡通',
    url,
    events: ['form.submitted'],
    ...fields,
  })
const endpoint = async () => (await administrator.post('/api/manage/webhooks/list')).body.data[0]
const deliver = () => {
  const { db, clock, settings } = backend
  return deliverDueEvents({ db, clock, settings, sealer: createSealer(settings) })
}
/** Deliver what is due. Other tests on the same server have transactions of their own to wait for. */
const deliverAll = async () => {
  await otherTransactions()
  while ((await deliver()) > 0);
}
const otherTransactions = async () => {
  await expect
    .poll(
      async () =>
        (
          await sql`select from webhook_delivery where state = 'waiting'
            and tx >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(backend.db)
        ).rows,
      { timeout: 20_000 },
    )
    .toEqual([])
}
let version = 100
const submit = (student: string, db: Db = backend.db) =>
  db
    .insertInto('form_history')
    .values({
      student_code: student,
      form: 'travel',
      version: ++version,
      at: backend.clock.now(),
      origin: 'phone',
      by_code: student,
      words: '{}',
    })
    .execute()
const versions = () => received.map(({ body }) => body.data['version'])

describe('events for other systems', () => {
  test('the receiver of the documentation gets an event once, with a signature that it verifies', async () => {
    const port = await findFreePort()
    const { body } = await create({ url: `http://127.0.0.1:${port}/` })
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const receiver = spawn(process.execPath, ['docs/operations/samples/webhook-receiver.mjs'], {
      env: { ...process.env, WEBHOOK_SECRET: body.secret, PORT: String(port) },
    })
    let said = ''
    receiver.stdout.on('data', (part) => (said += String(part)))
    try {
      await expect.poll(() => said).toContain('listening')
      await submit('S990001')
      await deliverAll()
      const { id } = await endpoint()
      const [first] = (
        await administrator.post('/api/manage/webhooks/deliveries', { endpoint: id, after: '' })
      ).body.data
      expect(first).toMatchObject({ state: 'delivered', status: 204, student: '990001', tries: 1 })
      const again = { endpoint: id, event: first.event }
      expect((await administrator.post('/api/manage/webhooks/replay', again)).body.count).toBe(1)
      await deliverAll()
      await expect
        .poll(() => said.split('\n').filter((line) => line.startsWith('{')))
        .toHaveLength(1)
      const event = JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? '')
      expect(event).toEqual({
        type: 'form.submitted',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: {
          studentNumber: null,
          examNumber: '990001',
          form: 'travel',
          version,
          origin: 'phone',
        },
      })
      const forged = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: {
          'webhook-id': 'x',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,AAAA',
        },
        body: '{}',
      })
      expect(forged.status).toBe(401)
    } finally {
      receiver.kill()
    }
  })

  test('a form, a payment and an arrival are events without personal data, and an event that nobody asked for is not sent', async () => {
    await create({ events: ['form.submitted', 'arrival.confirmed', 'payment.recorded'] })
    const now = backend.clock.now()
    await submit('S990002')
    await backend.db
      .insertInto('payment_credit')
      .values({
        transaction: 'WEBHOOK-1',
        kind: 'outside',
        student_code: 'S990002',
        year: 2026,
        way: 'bank',
        amount_fen: 500,
        surplus_fen: 0,
        credited_at: now,
      })
      .execute()
    await backend.db
      .insertInto('arrival')
      .values({
        student_code: 'S990002',
        building: '海棠苑1号楼',
        room: '101',
        scanned_at: now,
        received_at: now,
        staff_code: 'T2001',
        verified: true,
      })
      .execute()
    await backend.db
      .updateTable('arrival')
      .set({ removed_at: now, removed_by: 'T4001' })
      .where('student_code', '=', 'S990002')
      .where('removed_at', 'is', null)
      .execute()
    await deliverAll()
    expect(received.map(({ body }) => body.type)).toEqual([
      'form.submitted',
      'payment.recorded',
      'arrival.confirmed',
    ])
    expect(received[1]?.body.data).toEqual({
      studentNumber: null,
      examNumber: '990002',
      transaction: 'WEBHOOK-1',
      kind: 'outside',
      way: 'bank',
      year: 2026,
      amountFen: 500,
      reverses: null,
    })
    const text = JSON.stringify(received)
    const { name, id_card, phone } = await backend.db
      .selectFrom('student')
      .select(['name', 'id_card', 'phone'])
      .where('code', '=', 'S990002')
      .executeTakeFirstOrThrow()
    for (const personal of [name, id_card, phone]) expect(text).not.toContain(personal)
  })

  test('an effect that is rolled back is no event', async () => {
    await create()
    await expect(
      backend.db.transaction().execute(async (tx) => {
        await submit('S990001', tx)
        throw new Error('back')
      }),
    ).rejects.toThrow('back')
    await deliverAll()
    expect(received).toEqual([])
  })

  test('the events of one student arrive in order, and a refused one does not delay other students', async () => {
    await create()
    await submit('S990001')
    await submit('S990001')
    await submit('S990003')
    const [first, second, other] = [version - 2, version - 1, version]
    answers.push(400)
    await deliverAll()
    expect(versions().toSorted()).toEqual([first, other])
    backend.clock.advance(11)
    await deliverAll()
    expect(versions().slice(2)).toEqual([first, second])
  })

  test('a receiver that refuses everything does not delay the events of another one', async () => {
    await create({ url: url.replace('/events', '/refuses') })
    for (const { code } of await enrolStudents(backend, 25)) await submit(code)
    await deliverAll()
    expect(received).toHaveLength(25)
    await create()
    backend.clock.advance(11)
    await submit('S990001')
    await otherTransactions()
    await deliver()
    const delivered = await backend.db
      .selectFrom('webhook_delivery')
      .select('student_code')
      .where('state', '=', 'delivered')
      .execute()
    expect(delivered).toEqual([{ student_code: 'S990001' }])
  })

  test('an event waits for a transaction that began to write before it', async () => {
    await create()
    await backend.db.transaction().execute(async (tx) => {
      await submit('S990001', tx)
      // The insert is sent without waiting for its answer. The answer to this statement shows that
      // the insert was executed.
      await sql`select`.execute(tx)
      await submit('S990001')
      await deliver()
      expect(received).toEqual([])
    })
    await deliverAll()
    expect(versions()).toEqual([version - 1, version])
  })

  test('a receiver that is down is asked rarely, gets nothing twice, and is given up after three days', async () => {
    await create()
    await submit('S990001')
    await submit('S990003')
    answers.push(503, 503)
    await deliverAll()
    const asked = received.length
    await submit('S880001')
    await deliverAll()
    expect(received).toHaveLength(asked)
    answers.splice(0, answers.length, ...Array.from({ length: 500 }, () => 503))
    for (let hours = 0; hours < 80; hours++) {
      backend.clock.advance(3600)
      await deliverAll()
    }
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 3 })
    expect(received.length).toBeLessThan(300)
    answers.length = 0
    received.length = 0
    const { id } = await endpoint()
    const all = { endpoint: id, event: '' }
    expect((await administrator.post('/api/manage/webhooks/replay', all)).body.count).toBe(3)
    backend.clock.advance(600)
    await deliverAll()
    expect(new Set(received.map((one) => one.id)).size).toBe(3)
    expect(await endpoint()).toMatchObject({ waiting: 0, givenUp: 0 })
  })

  test('a removed endpoint gets nothing, and old events are deleted', async () => {
    await create()
    await submit('S990001')
    const { id } = await endpoint()
    const { body } = await administrator.post('/api/manage/webhooks/remove', { id, reason: '换' })
    expect(body.code).toBe('0')
    await deliverAll()
    expect(received).toEqual([])
    await pruneWebhookEvents(backend.db, new Date(backend.clock.now().getTime() + 31 * 86_400_000))
    expect(await backend.db.selectFrom('webhook_event').selectAll().execute()).toEqual([])
  })
})

describe('the addresses of receivers', () => {
  test.each([
    ['https://card.example.edu/events', true],
    ['https://card.example.edu:8443/events', true],
    ['http://card.example.edu/events', false],
    ['https://other.example.edu/events', false],
    ['https://card.example.edu@evil.example/events', false],
    ['https://user:word@card.example.edu/', false],
    ['http://127.0.0.1:9000/', true],
    ['http://10.0.0.1/', false],
    ['http://localhost/', false],
    ['file:///etc/passwd', false],
    ['https://card.example.edu.', false],
    ['events', false],
  ])('%s is permitted: %s', (address, permitted) => {
    expect(isPermittedUrl(address, ['card.example.edu', '127.0.0.1'])).toBe(permitted)
  })

  test('an endpoint on a host that is not permitted is refused with a sentence', async () => {
    const { status, body } = await create({ url: 'https://169.254.169.254/latest' })
    expect([status, body.issues[0]]).toEqual([
      422,
      { path: 'url', message: '接收地址须以 https:// 开头，且主机在允许之列' },
    ])
  })
})
