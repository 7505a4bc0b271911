import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wechatHost } from '#server/platform/wechat'
import { type Backend, startBackend } from '../support/backend.ts'

let double: Server
let asked: string[] = []
let answers: Record<string, string> = {}
let backend: Backend

beforeAll(async () => {
  double = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://double')
    asked.push(`${url.pathname}?${url.searchParams}`)
    response.end(answers[url.pathname] ?? 'not json')
  })
  const port = await new Promise<number>((resolve) =>
    double.listen(0, '127.0.0.1', () => resolve(Number(Object(double.address()).port))),
  )
  const host = wechatHost({
    type: 'wechat',
    appId: 'wx1',
    appSecret: 'very-secret',
    apiUrl: `http://127.0.0.1:${port}`,
    authorizeUrl: 'https://open.test/authorize',
  })
  backend = await startBackend({ host })
})
afterAll(async () => {
  await backend.close()
  double.close()
})

const exchange = async (said: Record<string, object>) => {
  asked = []
  answers = Object.fromEntries(Object.entries(said).map(([path, body]) => [path, JSON.stringify(body)]))
  return (await backend.post('/wx/code/getCode', { code: 'code-1', appid: 'wx1', state: 's' })).body
}

describe('the real messaging app', () => {
  test('ID-31 the server trades the code; the secret never leaves it', async () => {
    const body = await exchange({
      '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-1', expires_in: 7200 },
      '/sns/userinfo': { openid: 'o-1', nickname: '小雨', headimgurl: 'https://img.test/1' },
    })
    expect(body).toEqual({
      accesstoken: expect.any(String),
      userInfo: { openId: 'o-1', nickname: '小雨', headImgUrl: 'https://img.test/1' },
    })
    expect(asked[0]).toBe('/sns/oauth2/access_token?appid=wx1&secret=very-secret&code=code-1&grant_type=authorization_code')
    expect(JSON.stringify(body) + backend.logged.join('')).not.toContain('very-secret')
  })

  test('ID-31 asked silently, the messaging app says who it is and no more', async () => {
    const body = await exchange({ '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-3', scope: 'snsapi_base' } })
    expect(body).toMatchObject({ userInfo: { openId: 'o-3', nickname: '', headImgUrl: '' } })
    expect(asked).toHaveLength(1)
  })

  test('security 2 a preview page is nobody', async () => {
    expect(
      await exchange({ '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-2', is_snapshotuser: 1 } }),
    ).toMatchObject({ code: '-1', msg: expect.stringContaining('无法识别') })
    expect(asked).toHaveLength(1)
  })

  test('a code that is used up, and an app that does not answer, are refused in words', async () => {
    expect(await exchange({ '/sns/oauth2/access_token': { errcode: 40_163, errmsg: 'code been used' } })).toEqual({
      code: '-1',
      msg: '授权已失效，请重新进入',
    })
    expect(await exchange({})).toEqual({ code: '-1', msg: '暂时无法确认您的身份，请稍后再试' })
  })
})
