import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import type { MessagingHost } from '#server/platform/host/host'
import { createWechatHost } from '#server/platform/host/wechat/wechat-host'
import { withExpiredTimeouts } from '../../../support/fakes/expired-timeouts.ts'
import { startFakeService, type ServiceReply } from '../../../support/fakes/fake-service.ts'

// The code exchange caches nothing, so the database is never used.
const database = openDatabase({ connectionString: 'postgres://127.0.0.1/none', onError: () => {} })
let app: Awaited<ReturnType<typeof startFakeService>>
let host: MessagingHost
/** The messaging app's answer at each of its addresses. */
let says: Record<string, ServiceReply> = {}
beforeAll(async () => {
  app = await startFakeService(
    ({ path, query }) =>
      says[`${path} ${query['access_token'] ?? ''}`] ?? says[path] ?? { status: 404 },
  )
  host = createWechatHost({
    type: 'wechat',
    appId: 'wx1',
    appSecret: 'very-secret',
    apiUrl: app.origin,
    authorizeUrl: 'https://open.test/authorize',
    pictureOrigins: [app.origin],
  })
})
afterAll(async () => {
  app.close()
  await database.close()
})
beforeEach(() => {
  app.heard.length = 0
  says = {}
})

const NOON = new Date('2026-09-01T04:00:00Z')
const heard = () => app.heard.map(({ path }) => path)
const TOKEN = '/sns/oauth2/access_token'
const USER = '/sns/userinfo'

describe('an authorization code of WeChat [security 2]', () => {
  const exchange = () => host.exchangeCode(database.db, 'code-1', NOON)
  const known = { access_token: 'at', openid: 'o-1' }

  test('an authorization code identifies a person, and their name and picture are requested in Chinese', async () => {
    says[TOKEN] = { json: { ...known, is_snapshotuser: 0, scope: 'a,snsapi_userinfo' } }
    says[USER] = { json: { nickname: '小雨', headimgurl: `${app.origin}/me` } }
    expect(await exchange()).toEqual({
      type: 'person',
      openId: 'o-1',
      nickname: '小雨',
      avatar: `${app.origin}/me`,
    })
    expect(app.heard.map(({ query }) => query)).toEqual([
      {
        appid: 'wx1',
        secret: 'very-secret',
        code: 'code-1',
        grant_type: 'authorization_code',
      },
      { access_token: 'at', openid: 'o-1', lang: 'zh_CN' },
    ])
  })

  test('the person of an authorization code has no picture if the picture is on an unconfigured host, and no name if WeChat returns none', async () => {
    says[TOKEN] = { json: known }
    const person = { type: 'person', openId: 'o-1', nickname: '', avatar: '' }
    says[USER] = { json: { headimgurl: 'https://elsewhere.test/me' } }
    expect(await exchange()).toEqual(person)
    says[USER] = { json: {} }
    expect(await exchange()).toEqual(person)
  })

  test('a code of a silent authorization identifies the person without further requests', async () => {
    says[TOKEN] = { json: { ...known, scope: 'snsapi_base' } }
    expect(await exchange()).toEqual({ type: 'person', openId: 'o-1', nickname: '', avatar: '' })
    expect(heard()).toEqual([TOKEN])
  })

  test('the code of a preview page identifies nobody', async () => {
    says[TOKEN] = { json: { ...known, is_snapshotuser: 1 } }
    expect(await exchange()).toEqual({ type: 'snapshot' })
    expect(heard()).toEqual([TOKEN])
  })

  test.each([
    { errcode: 40_029 },
    { access_token: 'at' },
    { openid: 'o-1' },
    { ...known, openid: '' },
    { ...known, openid: 1 },
    null,
  ])('an authorization code is invalid if WeChat answers %j', async (json) => {
    says[TOKEN] = { json }
    says[USER] = { json: { nickname: '小雨' } }
    expect(await exchange()).toEqual({ type: 'bad-code' })
    expect(heard()).toEqual([TOKEN])
  })

  test.each<ServiceReply>([{ status: 500 }, { text: 'no JSON' }, { to: USER }, 'hangs up'])(
    'an authorization code cannot be checked now if WeChat answers %j',
    async (said) => {
      says[USER] = { json: known }
      says[TOKEN] = said
      expect(await exchange()).toEqual({ type: 'unavailable' })
      says[TOKEN] = { json: known }
      says[USER] = said === 'hangs up' || 'to' in said ? { json: { nickname: 1 } } : said
      expect(await exchange()).toEqual({ type: 'unavailable' })
    },
  )

  test('the check of an authorization code ends at its timeout', async () => {
    says[TOKEN] = { json: known }
    expect(await withExpiredTimeouts(exchange)).toEqual({ type: 'unavailable' })
  })
})

test('a picture is fetched only from a configured host [security 10]', async () => {
  says['/me'] = { text: 'a picture' }
  expect(String(await host.fetchPicture(`${app.origin}/me`))).toBe('a picture')
  expect(await host.fetchPicture('https://elsewhere.test/me')).toBeUndefined()
  expect(heard()).toEqual(['/me'])
})

test('the authorization address and the app id are the configured ones', () => {
  expect([host.appId, host.authorizeUrl]).toEqual(['wx1', 'https://open.test/authorize'])
})
