import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CAMPUS_RULES } from '#contract/campus-rule-list'
import { readMessageRule } from '#server/features/campus-rules/public'
import {
  countTextMessages,
  createMessageDeliveryWorker,
  listOrder,
  openChannels,
} from '#server/features/message-channels/public'
import { findSendingTime } from '#server/features/message-channels/quiet-hours'
import { notifyPeople, notifyPerson } from '#server/features/notices/public'
import { createSealer } from '#server/platform/sessions/sealer'
import type { Settings } from '#server/platform/settings/settings'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { recordStatements } from '../support/backend/recorded-statements.ts'
import { decryptPush } from '../support/fakes/decrypt-push.ts'
import { type ServiceReply, startFakeService } from '../support/fakes/fake-service.ts'

let backend: Backend
let student: SignedInUser
let providers: Awaited<ReturnType<typeof startFakeService>>
/** The next answers of each path; then the default. */
const answers = new Map<string, ServiceReply[]>()
let tokens = 0
const TOKEN_PATHS = ['/cgi-bin/stable_token', '/cgi-bin/gettoken']

beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
  providers = await startFakeService(({ path }) => {
    const next = answers.get(path)?.shift()
    if (next !== undefined) return next
    if (TOKEN_PATHS.includes(path)) {
      tokens += 1
      return { json: { errcode: 0, access_token: `token-${tokens}`, expires_in: 7200 } }
    }
    return path === '/sms' || path.startsWith('/push')
      ? { status: path === '/sms' ? 200 : 201 }
      : { json: { errcode: 0, errmsg: 'ok' } }
  })
})
afterAll(async () => {
  providers.close()
  await backend.close()
})
beforeEach(async () => {
  answers.clear()
  providers.heard.length = 0
  backend.clock.set('2026-09-01T10:00:00+08:00')
  await backend.db.deleteFrom('notice').where('topic', '<>', '').execute()
  await speak('zh')
  for (const table of ['message_consent', 'push_subscription', 'host_ticket', 'binding'] as const)
    await backend.db.deleteFrom(table).execute()
})

type Channels = Partial<Record<'push' | 'template' | 'subscription' | 'wecom' | 'sms', true>>
const settingsWith = (on: Channels): Settings => ({
  ...backend.settings,
  publicUrl: 'https://campus.example.edu',
  hosts: [
    ...(on.template || on.subscription
      ? [
          {
            type: 'wechat' as const,
            appId: 'wx-campus',
            appSecret: 'secret',
            apiUrl: providers.origin,
            authorizeUrl: providers.origin,
            pictureOrigins: [],
          },
        ]
      : []),
    ...(on.wecom
      ? [
          {
            type: 'wecom' as const,
            corpId: 'corp',
            agentId: '7',
            secret: 'secret',
            apiUrl: providers.origin,
            authorizeUrl: providers.origin,
          },
        ]
      : []),
  ],
  smsWebhook: on.sms
    ? { url: `${providers.origin}/sms`, secret: 'a secret of the campus' }
    : undefined,
  messages: {
    wechatTemplate: on.template && {
      id: 'TEMPLATE-0001',
      fields: new Map([
        ['thing1', 'title'],
        ['time2', 'time'],
      ]),
    },
    wechatSubscription: on.subscription && {
      id: 'SUBSCRIPTION-01',
      fields: new Map([['thing1', 'text']]),
    },
    push: on.push && { contact: 'mailto:it@example.edu', hosts: ['127.0.0.1'] },
    smsPriceFen: 5,
  },
})
const workerWith = (on: Channels) => {
  const settings = settingsWith(on)
  return createMessageDeliveryWorker({
    db: backend.db,
    clock: backend.clock,
    settings,
    sealer: createSealer(settings),
  })
}
const tell = (over: { topic?: 'decision' | 'answer' | 'payment'; title?: string } = {}) =>
  notifyPerson(backend.db, {
    subject: `student:${student.code}`,
    title: { zh: over.title ?? '您的缓缴申请已批准', en: 'Your deferral was granted' },
    content: { zh: '批准金额 3000 元', en: '3,000 yuan' },
    topic: over.topic ?? 'decision',
    now: backend.clock.now(),
  })
const attempts = () =>
  backend.db
    .selectFrom('message_attempt')
    .select(['channel', 'state', 'code', 'tries', 'cost_fen as cost'])
    .orderBy('channel')
    .execute()
const sentTo = (path: string) =>
  providers.heard.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
const speak = (language: 'zh' | 'en') =>
  backend.db.updateTable('session').set({ language }).where('code', '=', student.code).execute()
const bindWechat = () =>
  backend.db
    .insertInto('binding')
    .values({ open_id: 'open-1', role: 'student', code: student.code, bound_at: new Date() })
    .execute()
/** A browser's subscription at the fake push service, with the keys that only the browser has. */
async function subscribe(as: SignedInUser, name: string) {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys().toString('base64url')
  const auth = randomBytes(16)
  const session = await sql<{ hash: Buffer }>`
    select token_hash as hash from session where code = ${as.code} and ended_at is null
    order by created_at desc limit 1`.execute(backend.db)
  await backend.db
    .insertInto('push_subscription')
    .values({
      id: name,
      session_hash: session.rows[0]?.hash ?? Buffer.alloc(0),
      student_code: as.code,
      endpoint: `${providers.origin}/push/${name}`,
      p256dh,
      auth: auth.toString('base64url'),
      created_at: backend.clock.now(),
    })
    .execute()
  return { browser, auth }
}
const TEMPLATE_PATH = '/cgi-bin/message/template/send'
const SUBSCRIPTION_PATH = '/cgi-bin/message/subscribe/bizsend'

test('a message without a channel of the campus stays in the app, and is recorded so', async () => {
  await tell()
  expect(await workerWith({}).deliverDue()).toBe(1)
  expect(await attempts()).toEqual([
    { channel: 'in-app', state: 'sent', code: '', tries: 1, cost: 0 },
  ])
  expect(await workerWith({}).deliverDue()).toBe(0)
  const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 5 })
  expect(body.results.records).toContainEqual(
    expect.objectContaining({ title: '您的缓缴申请已批准', isRead: '0' }),
  )
})

test('a push is encrypted for the browser, names the campus by VAPID, and shows the title of what is personal', async () => {
  const { browser, auth } = await subscribe(student, 'one')
  await speak('en')
  await tell()
  await workerWith({ push: true }).deliverDue()
  const [sent] = providers.heard
  expect(sent?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'normal',
    ttl: String(3 * 86_400),
  })
  expect(sent?.headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(sent?.headers['authorization']).toMatch(/^vapid t=[\w.-]+, ?k=[\w-]+$/)
  const payload = decryptPush(sent?.bytes ?? Buffer.alloc(0), browser, auth)
  const notice = await backend.db
    .selectFrom('notice')
    .select('id')
    .where('topic', '=', 'decision')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(payload)).toEqual({
    title: 'Your deferral was granted',
    body: '',
    path: `/notice/${notice.id}`,
    tag: notice.id,
    language: 'en',
  })
  expect(await attempts()).toMatchObject([{ channel: 'push', state: 'sent' }])
})

test.each([404, 410])(
  'a push service that answers %i ends the subscription, and the next channel is tried',
  async (status) => {
    await subscribe(student, 'gone')
    answers.set('/push/gone', [{ status }])
    await tell()
    await workerWith({ push: true, sms: true }).deliverDue()
    expect(await attempts()).toMatchObject([
      { channel: 'push', state: 'unreachable', code: `HTTP ${status}` },
      { channel: 'sms', state: 'sent', cost: 5 },
    ])
    expect(await backend.db.selectFrom('push_subscription').selectAll().execute()).toEqual([])
  },
)

test('a push service at its limit is asked again later, with growing pauses, and then the next channel', async () => {
  await subscribe(student, 'busy')
  answers.set(
    '/push/busy',
    [429, 503, 429, 500, 429].map((status) => ({ status })),
  )
  await tell()
  const worker = workerWith({ push: true })
  for (const pause of [0, 10, 60, 300, 1800]) {
    backend.clock.advance(pause - 1)
    if (pause > 0) expect(await worker.deliverDue()).toBe(0)
    backend.clock.advance(1)
    expect(await worker.deliverDue()).toBe(1)
  }
  expect(await attempts()).toMatchObject([
    { channel: 'in-app', state: 'sent' },
    { channel: 'push', state: 'given up', tries: 5 },
  ])
})

test('a template message has the fields of the campus’s template, and an id by which WeChat drops repetitions', async () => {
  await bindWechat()
  await tell({ title: '一个比二十个字还要长的标题，会被截断到公众号允许的长度' })
  await workerWith({ template: true }).deliverDue()
  const [message] = sentTo(TEMPLATE_PATH)
  expect(message).toMatchObject({
    touser: 'open-1',
    template_id: 'TEMPLATE-0001',
    data: { time2: { value: '2026-09-01 10:00' } },
  })
  expect([...message.data.thing1.value]).toHaveLength(20)
  expect(message.client_msg_id).toHaveLength(32)
  expect(message.url).toMatch(/^https:\/\/campus\.example\.edu\/notice\//)
  expect(await attempts()).toMatchObject([{ channel: 'wechat-template', state: 'sent' }])
})

test.each([40_001, 42_001, 40_014])(
  'an access token that has ended (%i) is renewed once, and the message is sent once',
  async (errcode) => {
    await bindWechat()
    answers.set(TEMPLATE_PATH, [{ json: { errcode } }])
    await tell()
    await workerWith({ template: true }).deliverDue()
    const used = providers.heard
      .filter(({ path }) => path === TEMPLATE_PATH)
      .map(({ query }) => query['access_token'])
    expect(new Set(used).size).toBe(2)
    expect(await attempts()).toMatchObject([{ channel: 'wechat-template', state: 'sent' }])
  },
)

test.each([
  ['template', TEMPLATE_PATH, 43_004],
  ['subscription', SUBSCRIPTION_PATH, 43_101],
] as const)(
  'a student who is not subscribed (%s, %s, %i) is reached by the next channel',
  async (kind, path, errcode) => {
    await bindWechat()
    answers.set(path, [{ json: { errcode, errmsg: 'user refuse to accept the msg' } }])
    await tell()
    await workerWith({ [kind]: true, sms: true }).deliverDue()
    expect(await attempts()).toMatchObject([
      { channel: 'sms', state: 'sent' },
      { channel: `wechat-${kind}`, state: 'unreachable', code: String(errcode) },
    ])
  },
)

test('an account at its daily limit (45009) is not asked again for an hour, and the messages take the next channel', async () => {
  await bindWechat()
  answers.set(TEMPLATE_PATH, [{ json: { errcode: 45_009, errmsg: 'reach max api daily quota' } }])
  const worker = workerWith({ template: true, sms: true })
  await tell()
  await worker.deliverDue()
  await tell()
  await worker.deliverDue()
  expect(sentTo(TEMPLATE_PATH)).toHaveLength(1)
  expect(sentTo('/sms')).toHaveLength(2)
  backend.clock.advance(3601)
  await tell()
  await worker.deliverDue()
  expect(sentTo(TEMPLATE_PATH)).toHaveLength(2)
})

test('a message for which there is no access token was not sent, and is repeated', async () => {
  await bindWechat()
  answers.set('/cgi-bin/stable_token', ['hangs up'])
  await tell()
  const worker = workerWith({ subscription: true })
  await worker.deliverDue()
  expect(await attempts()).toMatchObject([
    { channel: 'wechat-subscription', state: 'later', code: 'UND_ERR_SOCKET' },
  ])
  backend.clock.advance(10)
  await worker.deliverDue()
  expect(sentTo(SUBSCRIPTION_PATH)).toHaveLength(1)
  expect(await attempts()).toMatchObject([{ channel: 'wechat-subscription', state: 'sent' }])
})

test.each([
  [45_009, 3600],
  [40_164, 600],
])(
  'an account that is refused a token (%i) is left alone for %i s, and its messages take the next channel',
  async (errcode, pause) => {
    await bindWechat()
    answers.set('/cgi-bin/stable_token', [{ json: { errcode } }])
    const worker = workerWith({ template: true, sms: true })
    await tell()
    await worker.deliverDue()
    await tell()
    await worker.deliverDue()
    expect(providers.heard.filter(({ path }) => path === '/cgi-bin/stable_token')).toHaveLength(1)
    expect(sentTo('/sms')).toHaveLength(2)
    backend.clock.advance(pause + 1)
    await tell()
    await worker.deliverDue()
    expect(sentTo(TEMPLATE_PATH)).toHaveLength(1)
  },
)

test.each([
  [{ json: {} }, 'unknown', 0],
  [{ json: { success: false, code: 500 } }, 'unknown', 0],
  [{ status: 404 }, 'refused', 1],
  [{ status: 403 }, 'refused', 1],
  [{ status: 503 }, 'unknown', 0],
] as const)(
  'an answer that is none of WeChat’s (%j) is not taken for a success: %s',
  async (answer, state, texted) => {
    await bindWechat()
    answers.set(SUBSCRIPTION_PATH, [answer])
    await tell()
    await workerWith({ subscription: true, sms: true }).deliverDue()
    expect(await attempts()).toContainEqual(
      expect.objectContaining({ channel: 'wechat-subscription', state }),
    )
    expect(sentTo('/sms')).toHaveLength(texted)
  },
)

test('WeCom gets a card for the member with the student number, and its limit of a minute (45033) is waited for', async () => {
  answers.set('/cgi-bin/message/send', [{ json: { errcode: 45_033 } }])
  await tell()
  const worker = workerWith({ wecom: true })
  await worker.deliverDue()
  expect(await attempts()).toMatchObject([{ channel: 'wecom', state: 'later', code: '45033' }])
  backend.clock.advance(60)
  await worker.deliverDue()
  const cards = sentTo('/cgi-bin/message/send')
  expect(cards).toHaveLength(2)
  expect(cards[1]).toMatchObject({
    touser: '880001',
    agentid: 7,
    msgtype: 'textcard',
    textcard: { title: '您的缓缴申请已批准' },
    enable_duplicate_check: 1,
  })
  expect(await attempts()).toMatchObject([{ channel: 'wecom', state: 'sent', tries: 2 }])
})

test('a member whom WeCom does not know is reached by the next channel, although the answer is a success', async () => {
  answers.set('/cgi-bin/message/send', [{ json: { errcode: 0, invaliduser: '880001' } }])
  await tell()
  await workerWith({ wecom: true, sms: true }).deliverDue()
  expect(await attempts()).toMatchObject([
    { channel: 'sms', state: 'sent' },
    { channel: 'wecom', state: 'unreachable', code: 'invaliduser' },
  ])
})

test('an SMS has one idempotency key over all attempts, and its price is recorded', async () => {
  answers.set('/sms', [{ status: 503 }, 'hangs up'])
  await tell()
  const worker = workerWith({ sms: true })
  for (const pause of [0, 10, 60]) {
    backend.clock.advance(pause)
    await worker.deliverDue()
  }
  const keys = providers.heard.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await attempts()).toMatchObject([{ channel: 'sms', state: 'sent', tries: 3, cost: 5 }])
})

test('a subscription message whose answer was lost is never repeated, because WeChat would show it twice', async () => {
  await bindWechat()
  answers.set(SUBSCRIPTION_PATH, ['hangs up'])
  await tell()
  const worker = workerWith({ subscription: true, sms: true })
  await worker.deliverDue()
  backend.clock.advance(86_400)
  await worker.deliverDue()
  expect(sentTo(SUBSCRIPTION_PATH)).toHaveLength(1)
  expect(sentTo('/sms')).toHaveLength(0)
  expect(await attempts()).toMatchObject([{ channel: 'wechat-subscription', state: 'unknown' }])
})

test('of several processes one sends each message, and a process that died is taken over without a second message', async () => {
  await bindWechat()
  for (let count = 0; count < 12; count += 1) await tell()
  const workers = [1, 2, 3].map(() => workerWith({ subscription: true }))
  await Promise.all(workers.map((worker) => worker.deliverDue()))
  expect(sentTo(SUBSCRIPTION_PATH)).toHaveLength(12)
  // As a process leaves it that ended after the request and before its record.
  await backend.db.updateTable('message_attempt').set({ state: 'sending' }).execute()
  await backend.db
    .updateTable('message_delivery')
    .set({ ended_at: null, leased_until: backend.clock.now() })
    .execute()
  backend.clock.advance(1)
  await Promise.all(workers.map((worker) => worker.deliverDue()))
  expect(sentTo(SUBSCRIPTION_PATH)).toHaveLength(12)
  expect(new Set((await attempts()).map(({ state }) => state))).toEqual(new Set(['unknown']))
})

test('nothing is sent from 22:00 to 7:00 in China, and the message waits for the morning', async () => {
  backend.clock.set('2026-09-01T22:00:00+08:00')
  await tell()
  const worker = workerWith({ sms: true })
  await worker.deliverDue()
  expect(await attempts()).toEqual([])
  backend.clock.set('2026-09-02T06:59:59+08:00')
  expect(await worker.deliverDue()).toBe(0)
  backend.clock.set('2026-09-02T07:00:00+08:00')
  await worker.deliverDue()
  expect(await attempts()).toMatchObject([{ channel: 'sms', state: 'sent' }])
})

test.each([
  ['2026-09-01T21:59:59+08:00', '2026-09-01T21:59:59+08:00'],
  ['2026-09-01T22:00:00+08:00', '2026-09-02T07:00:00+08:00'],
  ['2026-09-01T23:59:59+08:00', '2026-09-02T07:00:00+08:00'],
  ['2026-09-02T00:00:00+08:00', '2026-09-02T07:00:00+08:00'],
  ['2026-12-31T23:30:00+08:00', '2027-01-01T07:00:00+08:00'],
  ['2026-09-02T06:59:59+08:00', '2026-09-02T07:00:00+08:00'],
  ['2026-09-02T07:00:00+08:00', '2026-09-02T07:00:00+08:00'],
])('with quiet hours over midnight, a message of %s is sent at %s', (now, expected) => {
  const rule = { ...CAMPUS_RULES.messages.initial, quietFrom: 22, quietUntil: 7 }
  const asked = { topic: 'message', important: false, now: new Date(now) } as const
  expect(findSendingTime(rule, asked)).toEqual(new Date(expected))
})

test('quiet hours within a day, and none', () => {
  const rule = { ...CAMPUS_RULES.messages.initial, quietFrom: 12, quietUntil: 14 }
  const asked = { topic: 'message', important: false } as const
  const noon = new Date('2026-09-01T12:30:00+08:00')
  expect(findSendingTime(rule, { ...asked, now: noon })).toEqual(
    new Date('2026-09-01T14:00:00+08:00'),
  )
  expect(findSendingTime({ ...rule, quietUntil: 12 }, { ...asked, now: noon })).toEqual(noon)
})

test('a channel that the student has refused is not used', async () => {
  await student.post('/api/messageChannels/allow', { channel: 'sms', allowed: '0' })
  await tell()
  await workerWith({ sms: true }).deliverDue()
  expect(await attempts()).toMatchObject([{ channel: 'in-app', state: 'sent' }])
  expect(providers.heard).toEqual([])
})

test('the SMS that a message will need are counted before it is sent: who has no channel before, and has not refused', async () => {
  const other = await backend.signInAs('990001')
  const settings = settingsWith({ push: true, sms: true })
  const channels = openChannels(settings, { ...backend, sealer: createSealer(settings) })
  const students = [student.code, other.code]
  const count = async () =>
    countTextMessages(backend.db, {
      order: listOrder(await readMessageRule(backend.db, backend.clock.now()), channels),
      students,
    })
  expect(await count()).toBe(2)
  await subscribe(student, 'counted')
  expect(await count()).toBe(1)
  await student.post('/api/messageChannels/allow', { channel: 'push', allowed: '0' })
  expect(await count()).toBe(2)
  await other.post('/api/messageChannels/allow', { channel: 'sms', allowed: '0' })
  expect(await count()).toBe(1)
})

test('who has read the notice is told by no other channel, and a withdrawn notice is not sent', async () => {
  await tell()
  const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 5 })
  await student.post('/api/notice/findNoticeDetail', { id: body.results.records[0].id })
  await tell()
  await backend.db
    .updateTable('notice')
    .set({ withdrawn_at: backend.clock.now() })
    .where('topic', '=', 'decision')
    .where('id', '<>', body.results.records[0].id)
    .execute()
  await workerWith({ sms: true }).deliverDue()
  expect(providers.heard).toEqual([])
})

test('a browser is subscribed at a known push service only, and its subscription ends with the session', async () => {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const phone = await backend.signInAs('880001')
  const save = (endpoint: string) =>
    phone.post('/api/messageChannels/subscribe', { endpoint, ...keys })
  for (const endpoint of [
    'https://127.0.0.1/push',
    'https://fcm.googleapis.com.example.org/x',
    'http://fcm.googleapis.com/x',
    'https://user@fcm.googleapis.com/x',
  ])
    expect((await save(endpoint)).body).toMatchObject({ code: '-1' })
  expect((await save('https://fcm.googleapis.com/fcm/send/abc')).body).toMatchObject({ code: '0' })
  const { wechatSubscription } = settingsWith({ subscription: true }).messages
  Object.assign(backend.settings.messages, { wechatSubscription })
  const settings = (await phone.post('/api/messageChannels/find')).body
  expect(settings).toMatchObject({
    subscribed: '1',
    template: 'SUBSCRIPTION-01',
    quiet: '22:00–7:00',
  })
  expect(Buffer.from(settings.pushKey, 'base64url')).toHaveLength(65)
  expect(settings.data).toContainEqual({ channel: 'push', allowed: '1', reachable: '1' })
  await backend.db
    .updateTable('session')
    .set({ ended_at: backend.clock.now() })
    .where('code', '=', student.code)
    .execute()
  student = await backend.signInAs('880001')
  await tell()
  await workerWith({ push: true }).deliverDue()
  expect(await attempts()).toMatchObject([{ channel: 'in-app' }])
})

test('every channel writes in the language of the phone, which a report of the phone renews, and in Chinese without a translation', async () => {
  await bindWechat()
  const report = { waiting: 0, refused: 0, scans: 0, oldest: 0, version: 'test' }
  const saved = await student.post('/api/phones/report', report, { 'Accept-Language': 'en' })
  expect(saved.body).toMatchObject({ code: '0' })
  await tell()
  await workerWith({ sms: true }).deliverDue()
  await tell()
  await workerWith({ wecom: true }).deliverDue()
  await tell()
  await workerWith({ template: true }).deliverDue()
  expect(sentTo('/sms')).toMatchObject([
    { text: 'Your deferral was granted. Please open the campus app.' },
  ])
  expect(sentTo('/cgi-bin/message/send')).toMatchObject([
    { textcard: { title: 'Your deferral was granted', description: '3,000 yuan' } },
  ])
  expect(sentTo(TEMPLATE_PATH)).toMatchObject([
    { data: { thing1: { value: 'Your deferral was g…' } } },
  ])
  await tell()
  await backend.db.updateTable('notice').set({ title_en: null, content_en: null }).execute()
  await workerWith({ sms: true }).deliverDue()
  expect(sentTo('/sms').at(-1)).toMatchObject({
    text: '您的缓缴申请已批准。请打开校园应用查看。',
  })
})

test('the statements of a delivery do not grow with its students, but with the batches of a hundred', async () => {
  const { rows: students } = await sql<{ code: string }>`
    select code from student where withdrawn_at is null order by code limit 90`.execute(backend.db)
  const codes = students.map(({ code }) => code)
  const statementsFor = async (recipients: readonly string[]) => {
    await notifyPeople(backend.db, {
      subjects: recipients.map((code) => `student:${code}`),
      title: { zh: '请查收', en: '' },
      content: { zh: '请查收', en: '' },
      topic: 'reminder',
      now: backend.clock.now(),
    })
    const statements = await recordStatements(() => workerWith({ wecom: true }).deliverDue())
    // Each request to a messaging app looks the access token up.
    return statements.filter((said) => !said.includes('host_ticket')).length
  }
  expect(await statementsFor(codes)).toBe(await statementsFor(codes.slice(0, 3)))
})
