import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPageSettings } from '#server/page-settings'
import { createDingtalkHost } from '#server/platform/host/dingtalk/dingtalk-host'
import { createMessagingHosts } from '#server/platform/host/host'
import { createWechatHost } from '#server/platform/host/wechat/wechat-host'
import { createWecomHost } from '#server/platform/host/wecom/wecom-host'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { type ServiceReply, startFakeService } from '../support/fakes/fake-service.ts'

// A campus with three doors: WeChat, WeCom and DingTalk, each with the wire that it publishes.
let backend: Backend
let service: Awaited<ReturnType<typeof startFakeService>>
/** The answers by path, and by path and access token. */
let says: Record<string, ServiceReply> = {}
const hosts = () => [
  createWechatHost({
    type: 'wechat',
    appId: 'wx1',
    appSecret: 's',
    apiUrl: service.origin,
    authorizeUrl: 'https://open.test/authorize',
    pictureOrigins: [],
  }),
  createWecomHost({
    type: 'wecom',
    corpId: 'ww1',
    agentId: '1000002',
    secret: 'wecom-secret',
    apiUrl: service.origin,
    authorizeUrl: 'https://open.test/authorize',
  }),
  createDingtalkHost({
    type: 'dingtalk',
    corpId: 'ding1',
    agentId: '77',
    clientId: 'key',
    clientSecret: 'dingtalk-secret',
    apiUrl: service.origin,
  }),
]

beforeAll(async () => {
  service = await startFakeService(
    ({ path, query }) =>
      says[`${path} ${query['access_token'] ?? ''}`] ?? says[path] ?? { status: 404 },
  )
  backend = await startBackend({ hosts: hosts() })
})
afterAll(async () => {
  await backend.close()
  service.close()
})
beforeEach(async () => {
  service.heard.length = 0
  says = {
    '/cgi-bin/gettoken': { json: { errcode: 0, access_token: 'w1', expires_in: 7200 } },
    '/gettoken': { json: { errcode: 0, access_token: 'd1', expires_in: 7200 } },
  }
  for (const table of ['host_ticket', 'binding', 'rate_limit'] as const)
    await backend.db.deleteFrom(table).execute()
})

const exchange = async (app: string) =>
  (await backend.post('/wx/code/getCode', { code: 'code-1', appid: app, state: 's' })).body
const requests = () => service.heard.map(({ method, path }) => `${method} ${path}`)
const sent = (path: string) => {
  const found = service.heard.filter((one) => one.path === path).at(-1)
  return found === undefined ? undefined : JSON.parse(found.body)
}
const MEMBER = { json: { errcode: 0, userid: 'zhang', user_ticket: 'unused' } }
const DINGTALK_MEMBER = {
  json: { errcode: 0, result: { userid: 'u7', name: '小雨', unionid: 'x' } },
}

/** Binds 990001 with the account of a messaging app, and has customer service called. */
async function bindAndCallService(app: string): Promise<void> {
  const { accesstoken, userInfo } = await exchange(app)
  const { openId } = userInfo
  const idCard = '110101200801010015'
  const pair = { examNumber: '990001', idCard, openId }
  await backend.post('/api/binding/bindOpenId', pair, { accesstoken })
  const found = await backend.post(
    '/api/binding/findstu',
    { stuNumber: '990001', idCard, openId },
    { accesstoken },
  )
  const headers = { authorization: found.body.token }
  expect((await backend.post('/api/binding/kfSendMsg', { stuCode: '' }, headers)).body).toEqual({
    code: '0',
  })
}

describe('WeCom', () => {
  test('a code of WeCom is exchanged for the member and the name, with a token that is stored', async () => {
    says['/cgi-bin/auth/getuserinfo w1'] = MEMBER
    says['/cgi-bin/user/get w1'] = { json: { errcode: 0, name: '张三' } }
    expect(await exchange('ww1')).toMatchObject({
      userInfo: { openId: 'wecom:zhang', nickname: '张三', headImgUrl: '' },
    })
    await exchange('ww1')
    expect(requests().filter((one) => one.includes('gettoken'))).toEqual(['GET /cgi-bin/gettoken'])
    expect(service.heard[0]?.query).toEqual({ corpid: 'ww1', corpsecret: 'wecom-secret' })
    expect(service.heard[1]?.query).toEqual({ access_token: 'w1', code: 'code-1' })
  })

  test('a member whose name the app may not read is known without a name', async () => {
    says['/cgi-bin/auth/getuserinfo'] = { json: { errcode: 0, userid: 'li' } }
    says['/cgi-bin/user/get'] = { json: { errcode: 60_011, errmsg: 'no privilege' } }
    expect((await exchange('ww1')).userInfo).toMatchObject({ openId: 'wecom:li', nickname: '' })
  })

  test('a token that WeCom no longer accepts is renewed, and the code is exchanged', async () => {
    says['/cgi-bin/auth/getuserinfo w1'] = MEMBER
    says['/cgi-bin/user/get w1'] = { json: { errcode: 0, name: '张三' } }
    await exchange('ww1')
    for (const path of ['auth/getuserinfo', 'user/get'])
      says[`/cgi-bin/${path} w1`] = { json: { errcode: 42_001, errmsg: 'access_token expired' } }
    says['/cgi-bin/gettoken'] = { json: { errcode: 0, access_token: 'w2', expires_in: 7200 } }
    says['/cgi-bin/auth/getuserinfo w2'] = MEMBER
    says['/cgi-bin/user/get w2'] = { json: { errcode: 0, name: '张三' } }
    expect((await exchange('ww1')).userInfo).toMatchObject({ openId: 'wecom:zhang' })
  })

  test.each([
    ['an invalid code', { json: { errcode: 40_029, errmsg: 'invalid code' } }],
    ['a person outside the organization', { json: { errcode: 0, openid: 'o-9' } }],
    ['an account without permission', { json: { errcode: 60_020, errmsg: 'not allow ip' } }],
    ['no answer', 'hangs up'],
  ] as const)('%s signs nobody in', async (_, said) => {
    says['/cgi-bin/auth/getuserinfo'] = said
    expect(await exchange('ww1')).toMatchObject({ code: '-1' })
  })

  test('customer service writes to a member through the organization’s app [CMP-03]', async () => {
    says['/cgi-bin/auth/getuserinfo'] = MEMBER
    says['/cgi-bin/user/get'] = { json: { errcode: 0, name: '张三' } }
    says['/cgi-bin/message/send'] = { json: { errcode: 0, msgid: 'm' } }
    await bindAndCallService('ww1')
    expect(sent('/cgi-bin/message/send')).toMatchObject({
      touser: 'zhang',
      agentid: 1_000_002,
      msgtype: 'text',
    })
  })

  test('a page in WeCom is signed with the ticket of the organization [FEE-44]', async () => {
    says['/cgi-bin/get_jsapi_ticket'] = { json: { errcode: 0, ticket: 'wt', expires_in: 7200 } }
    const url = 'http://campus.test/scan'
    const student = await backend.signInAs('880001')
    const { body } = await student.post('/getPayParam', { appid: 'ww1', url })
    const { appId, nonceStr, timestamp, signature } = body.result
    const text = `jsapi_ticket=wt&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
    expect([appId, signature]).toEqual(['ww1', createHash('sha1').update(text).digest('hex')])
  })
})

describe('DingTalk', () => {
  test('a code of DingTalk is exchanged for the member', async () => {
    says['/topapi/v2/user/getuserinfo d1'] = DINGTALK_MEMBER
    expect((await exchange('ding1')).userInfo).toMatchObject({
      openId: 'dingtalk:u7',
      nickname: '小雨',
    })
    expect(service.heard[0]?.query).toEqual({ appkey: 'key', appsecret: 'dingtalk-secret' })
    expect(sent('/topapi/v2/user/getuserinfo')).toEqual({ code: 'code-1' })
  })

  test.each([
    ['an invalid code', { json: { errcode: 40_078, errmsg: '不存在的临时授权码' } }],
    ['an app without permission', { json: { errcode: 60_011, errmsg: 'no privilege' } }],
  ] as const)('%s signs nobody in', async (_, said) => {
    says['/topapi/v2/user/getuserinfo'] = said
    expect(await exchange('ding1')).toMatchObject({ code: '-1' })
  })

  test('customer service writes to a member as a work notice [CMP-03]', async () => {
    says['/topapi/v2/user/getuserinfo'] = DINGTALK_MEMBER
    says['/topapi/message/corpconversation/asyncsend_v2'] = { json: { errcode: 0, task_id: 1 } }
    await bindAndCallService('ding1')
    expect(sent('/topapi/message/corpconversation/asyncsend_v2')).toMatchObject({
      agent_id: 77,
      userid_list: 'u7',
      msg: { msgtype: 'text' },
    })
  })
})

describe('one campus with several doors', () => {
  test('each code goes to its own messaging app, and an unknown one to none', async () => {
    says['/sns/oauth2/access_token'] = {
      json: { access_token: 'at', openid: 'o-1', scope: 'snsapi_base' },
    }
    expect((await exchange('wx1')).userInfo).toMatchObject({ openId: 'o-1' })
    expect(requests()).toEqual(['GET /sns/oauth2/access_token'])
    expect(await exchange('another')).toMatchObject({ code: '-1' })
    expect(requests()).toEqual(['GET /sns/oauth2/access_token'])
  })

  test('the page names all doors, and WeChat alone for scripts that know one', () => {
    const settings = { ...backend.settings, basePath: '/campus' }
    const page = buildPageSettings(settings, createMessagingHosts(hosts()))
    expect(page).toMatchObject({ host: 'wechat', appId: 'wx1' })
    expect(page.hosts).toEqual([
      { type: 'wechat', appId: 'wx1', authorizeUrl: 'https://open.test/authorize' },
      { type: 'wecom', appId: 'ww1', authorizeUrl: 'https://open.test/authorize' },
      { type: 'dingtalk', appId: 'ding1', authorizeUrl: '' },
    ])
    const wecomOnly = buildPageSettings(settings, createMessagingHosts(hosts().slice(1, 2)))
    expect(wecomOnly).toMatchObject({ host: 'none', appId: '', authorizeUrl: '' })
  })

  test('no text of an answer or of the log contains a secret', async () => {
    says['/cgi-bin/auth/getuserinfo'] = 'hangs up'
    const said = JSON.stringify(await exchange('ww1')) + backend.logLines.join('\n')
    expect(said).not.toMatch(/wecom-secret|dingtalk-secret/)
  })
})
