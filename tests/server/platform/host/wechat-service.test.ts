import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { createWechatService } from '#server/platform/host/wechat/wechat-service'
import { openFreshDatabase } from '../../../support/database/fresh-database.ts'
import { withExpiredTimeouts } from '../../../support/fakes/expired-timeouts.ts'
import { startFakeService, type ServiceReply } from '../../../support/fakes/fake-service.ts'

const TOKEN = '/cgi-bin/stable_token'
const TICKET = '/cgi-bin/ticket/getticket'
const SEND = '/cgi-bin/message/custom/send'

let database: Database
let app: Awaited<ReturnType<typeof startFakeService>>
let account: ReturnType<typeof createWechatService>
/** The messaging app's answer at each of its addresses, by access token. */
let says: Record<string, ServiceReply> = {}
beforeAll(async () => {
  database = await openFreshDatabase()
  app = await startFakeService(
    ({ path, query }) =>
      says[`${path} ${query['access_token'] ?? ''}`] ?? says[path] ?? { status: 404 },
  )
  account = createWechatService({
    type: 'wechat',
    appId: 'wx1',
    appSecret: 'very-secret',
    apiUrl: app.origin,
    authorizeUrl: '',
    pictureOrigins: [],
  })
})
afterAll(async () => {
  app.close()
  await database.close()
})
beforeEach(() => {
  app.heard.length = 0
  says = { [TOKEN]: { json: { access_token: 'fresh', expires_in: 7200 } } }
})
afterEach(() => database.db.deleteFrom('host_ticket').execute())

const NOON = new Date('2026-09-01T04:00:00Z')
const ticket = () => account.findTicket(database.db, NOON)
const write = () => account.sendMessage(database.db, { openId: 'o-1', text: '在吗', now: NOON })
const heard = () => app.heard.map(({ path }) => path)
const kept = () => database.db.selectFrom('host_ticket').select(['name', 'value']).execute()
/** Store an earlier access token that is valid for an hour by the clock. */
const keep = (value: string) =>
  database.db
    .insertInto('host_ticket')
    .values({
      name: 'access token wx1',
      value,
      expires_at: new Date(NOON.getTime() + 3_600_000),
    })
    .execute()

test('the school’s account exchanges its secret for an access token, and the token for a ticket [FEE-44]', async () => {
  says[TICKET] = { json: { errcode: 0, ticket: 'jsapi', expires_in: 7200 } }
  expect([await ticket(), await ticket()]).toEqual(['jsapi', 'jsapi'])
  const [asked, ...others] = app.heard
  expect(asked).toMatchObject({
    method: 'POST',
    path: TOKEN,
    query: {},
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    grant_type: 'client_credential',
    appid: 'wx1',
    secret: 'very-secret',
  })
  expect(others).toMatchObject([
    { method: 'GET', path: TICKET, query: { access_token: 'fresh', type: 'jsapi' }, body: '' },
  ])
  expect((await kept()).map(({ value }) => value).toSorted()).toEqual(['fresh', 'jsapi'])
})

test('a message is sent to the person who requested it, in the name of the school’s account [CMP-03]', async () => {
  says[SEND] = { json: { errcode: 0 } }
  expect(await write()).toBe('sent')
  const sent = app.heard[1]
  expect(sent).toMatchObject({ method: 'POST', path: SEND, query: { access_token: 'fresh' } })
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    touser: 'o-1',
    msgtype: 'text',
    text: { content: '在吗' },
  })
  // WeChat states a code, so another service has answered.
  says[SEND] = { json: {} }
  expect(await write()).toBe('unavailable')
  says[SEND] = { json: { errcode: 45_015 } }
  expect(await write()).toBe('declined')
})

test.each([40_001, 40_014, 42_001])(
  'an access token that WeChat ended early (%i) is renewed [CMP-03]',
  async (errcode) => {
    await keep('stale')
    says[`${SEND} stale`] = { json: { errcode } }
    says[SEND] = { json: { errcode: 0 } }
    expect(await write()).toBe('sent')
    expect(heard()).toEqual([SEND, TOKEN, SEND])
    expect(await kept()).toEqual([{ name: 'access token wx1', value: 'fresh' }])
  },
)

test('an ended access token is renewed once, and another error does not renew it', async () => {
  await keep('stale')
  says[SEND] = { json: { errcode: 40_001 } }
  expect(await write()).toBe('declined')
  expect(heard()).toEqual([SEND, TOKEN, SEND])
  app.heard.length = 0
  says[SEND] = { json: { errcode: 45_047 } }
  expect(await write()).toBe('declined')
  expect(heard()).toEqual([SEND])
})

test.each<ServiceReply>([
  { json: {} },
  { json: { access_token: '', expires_in: 7200, ticket: '' } },
  { json: { access_token: 'fresh', ticket: 'jsapi' } },
  { json: { errcode: 'odd' } },
  { json: null },
  { text: 'no JSON' },
  { status: 500 },
  { to: '/elsewhere' },
  'hangs up',
])(
  'the school’s account is unavailable if WeChat answers %j, and nothing of the answer is cached',
  async (said) => {
    const good = says[TOKEN] ?? { status: 404 }
    says[TOKEN] = said
    says['/elsewhere'] = { json: { access_token: 'theirs', ticket: 'theirs', expires_in: 7200 } }
    says[SEND] = { json: { errcode: 0 } }
    expect([await ticket(), await write(), await kept()]).toEqual([undefined, 'unavailable', []])
    says[TOKEN] = good
    says[TICKET] = said
    expect([await ticket(), (await kept()).length]).toEqual([undefined, 1])
  },
)

test('the answer for the school’s account is awaited until the timeout, and no longer', async () => {
  expect(await withExpiredTimeouts(ticket)).toBeUndefined()
  expect(await withExpiredTimeouts(write)).toBe('unavailable')
})

test('an error of our own code is not reported as an error of WeChat', async () => {
  const odd = new DOMException('odd', 'AbortError')
  await expect(withExpiredTimeouts(ticket, odd)).rejects.toBe(odd)
  await expect(withExpiredTimeouts(write, odd)).rejects.toBe(odd)
  const gone = new Error('the database is gone')
  const db = database.db.withPlugin({
    transformQuery: () => {
      throw gone
    },
    transformResult: async ({ result }) => result,
  })
  await expect(account.findTicket(db, NOON)).rejects.toBe(gone)
  await expect(account.sendMessage(db, { openId: 'o-1', text: '在吗', now: NOON })).rejects.toBe(
    gone,
  )
})
