import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MessagingHost } from '#server/platform/host/host'
import { createWechatHost } from '#server/platform/host/wechat/wechat-host'
import { allowedPictureUrl } from '#server/platform/pictures/remote-picture'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let double: Server
let asked: string[] = []
let posted: unknown[] = []
let answers: Record<string, string> = {}
let backend: Backend
let host: MessagingHost

beforeAll(async () => {
  double = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://double')
    asked.push(`${url.pathname}?${url.searchParams}`)
    void text(request).then((body) => {
      if (body !== '') posted.push(JSON.parse(body))
      response.end(answers[url.pathname + url.search] ?? answers[url.pathname] ?? 'not json')
    })
  })
  const port = await new Promise<number>((resolve) =>
    double.listen(0, '127.0.0.1', () => resolve(Number(Object(double.address()).port))),
  )
  host = createWechatHost({
    type: 'wechat',
    appId: 'wx1',
    appSecret: 'very-secret',
    apiUrl: `http://127.0.0.1:${port}`,
    authorizeUrl: 'https://open.test/authorize',
    pictureOrigins: [`http://127.0.0.1:${port}`, 'https://img.test'],
  })
  backend = await startBackend({ hosts: [host] })
})
afterAll(async () => {
  await backend.close()
  double.close()
})

const exchange = async (said: Record<string, object>) => {
  asked = []
  answers = Object.fromEntries(
    Object.entries(said).map(([path, body]) => [path, JSON.stringify(body)]),
  )
  return (await backend.post('/wx/code/getCode', { code: 'code-1', appid: 'wx1', state: 's' })).body
}

const LIKENESS = /^\/api\/upload\/likeness\?key=[\w-]{43}$/

describe('the real messaging app', () => {
  test('the server exchanges the authorization code, and never sends the app secret to a client [ID-31]', async () => {
    const body = await exchange({
      '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-1', expires_in: 7200 },
      '/sns/userinfo': { openid: 'o-1', nickname: '小雨', headimgurl: 'https://img.test/1' },
    })
    expect(body).toEqual({
      accesstoken: expect.any(String),
      userInfo: { openId: 'o-1', nickname: '小雨', headImgUrl: expect.stringMatching(LIKENESS) },
    })
    expect(asked[0]).toBe(
      '/sns/oauth2/access_token?appid=wx1&secret=very-secret&code=code-1&grant_type=authorization_code',
    )
    expect(JSON.stringify(body) + backend.logLines.join('')).not.toContain('very-secret')
  })

  test('a silent authorization identifies the person, without name and picture [ID-31]', async () => {
    const body = await exchange({
      '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-3', scope: 'snsapi_base' },
    })
    expect(body).toMatchObject({ userInfo: { openId: 'o-3', nickname: '', headImgUrl: '' } })
    expect(asked).toHaveLength(1)
  })

  test('after a silent authorization, the name and picture of an earlier authorization are shown [D-19 ID-31]', async () => {
    const silent = {
      '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-4', scope: 'snsapi_base' },
    }
    const told = { openid: 'o-4', nickname: '小雨', headimgurl: 'https://img.test/4' }
    const first = await exchange({
      '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-4' },
      '/sns/userinfo': told,
    })
    const user = { openId: 'o-4', nickname: '小雨', headImgUrl: first.userInfo.headImgUrl }
    expect(user.headImgUrl).toMatch(LIKENESS)
    expect(await exchange(silent)).toMatchObject({ userInfo: user })
  })

  test('a code from a preview page identifies nobody [security 2]', async () => {
    expect(
      await exchange({
        '/sns/oauth2/access_token': { access_token: 'at', openid: 'o-2', is_snapshotuser: 1 },
      }),
    ).toMatchObject({ code: '-1', msg: expect.stringContaining('无法识别') })
    expect(asked).toHaveLength(1)
  })

  test('a used code is refused with a message, and so is a code while the messaging app does not answer', async () => {
    expect(
      await exchange({ '/sns/oauth2/access_token': { errcode: 40_163, errmsg: 'code been used' } }),
    ).toEqual({
      code: '-1',
      msg: '授权已失效，请重新进入',
    })
    expect(await exchange({})).toEqual({ code: '-1', msg: '暂时无法确认您的身份，请稍后再试' })
  })
})

describe('pictures of the messaging app [security 10]', () => {
  let pictures: Server
  let origin = ''
  let looked: string[] = []
  let files: Record<string, Buffer> = {}
  let own: Backend
  beforeAll(async () => {
    files = {
      '/me': await sharp({ create: { width: 640, height: 640, channels: 3, background: '#2a6' } })
        .withMetadata({ exif: { IFD0: { Copyright: 'secret-place' } } })
        .jpeg()
        .toBuffer(),
      '/page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      '/large': Buffer.alloc(1_000_001),
    }
    pictures = createServer((request, response) => {
      looked.push(
        `${request.method} ${request.url} ${request.headers.cookie ?? ''}${request.headers.authorization ?? ''}`,
      )
      if (request.url === '/elsewhere') response.writeHead(302, { location: `${origin}/me` }).end()
      else if (request.url === '/endless') response.write(files['/large'])
      else if (request.url === '/none') response.writeHead(404).end()
      else response.end(files[request.url?.split('?')[0] ?? ''])
    })
    const port = await new Promise<number>((resolve) =>
      pictures.listen(0, '127.0.0.1', () => resolve(Number(Object(pictures.address()).port))),
    )
    origin = `http://127.0.0.1:${port}`
    const real = {
      type: 'wechat',
      appId: 'wx1',
      appSecret: 'very-secret',
      authorizeUrl: 'https://open.test/authorize',
    } as const
    const apiUrl = `http://127.0.0.1:${Object(double.address()).port}`
    own = await startBackend({
      sharing: backend,
      hosts: [createWechatHost({ ...real, apiUrl, pictureOrigins: [origin] })],
    })
  })
  afterAll(async () => {
    await own.close()
    pictures.closeAllConnections()
    pictures.close()
  })
  beforeEach(() => void (looked = []))

  let count = 0
  /**
   * The picture address that a new person gets whose picture in the messaging app has this address.
   */
  async function told(headimgurl: string, openid = `o-picture-${count++}`): Promise<string> {
    const said = {
      '/sns/oauth2/access_token': { access_token: 'at', openid },
      '/sns/userinfo': { openid, nickname: '小雨', headimgurl },
    }
    answers = Object.fromEntries(
      Object.entries(said).map(([path, body]) => [path, JSON.stringify(body)]),
    )
    return (await own.post('/wx/code/getCode', { code: 'c', appid: 'wx1', state: 's' })).body
      .userInfo.headImgUrl
  }

  test('a WeChat picture is fetched when it is first shown, re-encoded in a small size, and never fetched again [ID-31 security 10]', async () => {
    const address = await told(`${origin}/me?size=132`)
    expect(address).toMatch(LIKENESS)
    expect(looked).toEqual([])
    const headers = { cookie: 'look=secret', authorization: 'secret' }
    const all = await Promise.all([
      own.fetch(address),
      own.fetch(address, { headers }),
      own.fetch(address),
    ])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(looked).toEqual(['GET /me?size=132 '])
    const [shown] = all
    expect([shown?.headers.get('content-type'), shown?.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'no-store',
    ])
    const bytes = Buffer.from((await shown?.arrayBuffer()) ?? [])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 132, height: 132 })
    expect(bytes.includes('secret-place')).toBe(false)
    expect((await own.fetch(address)).status).toBe(200)
    expect(looked).toHaveLength(1)
  })

  test('a changed WeChat picture gets a new address, an unchanged picture keeps its address', async () => {
    const first = await told(`${origin}/me`, 'o-same')
    expect(await told(`${origin}/me`, 'o-same')).toBe(first)
    const second = await told(`${origin}/me?2`, 'o-same')
    expect(second).not.toBe(first)
    expect([(await own.fetch(first)).status, (await own.fetch(second)).status]).toEqual([404, 200])
  })

  test('WeChat pictures are requested from the configured hosts only, whatever host, port, scheme or address a client names', async () => {
    const { port } = new URL(origin)
    for (const source of [
      'http://localhost/me',
      `http://127.0.0.2:${port}/me`,
      'file:///etc/passwd',
      '/me',
      'me',
      'https://img.test/1',
    ])
      expect([source, await told(source)]).toEqual([source, ''])
    // A picture address with another scheme and port is requested at the configured address.
    expect((await own.fetch(await told('https://127.0.0.1:1/me'))).status).toBe(200)
    expect(looked).toEqual(['GET /me '])
    for (const key of [`${origin}/me`, 'x'.repeat(43), ''])
      expect((await own.fetch(`/api/upload/likeness?key=${encodeURIComponent(key)}`)).status).toBe(
        404,
      )
    expect(looked).toHaveLength(1)
  })

  test.each(['/elsewhere', '/page', '/large', '/endless', '/none'])(
    '%s gives no picture: it is answered 404, and requested again only after ten minutes',
    async (path) => {
      const address = await told(origin + path)
      for (let n = 0; n < 3; n++) expect((await own.fetch(address)).status).toBe(404)
      expect(looked).toEqual([`GET ${path} `])
      own.clock.advance(601)
      await own.fetch(address)
      expect(looked).toHaveLength(2)
      own.clock.set(new Date())
    },
  )
})

describe('the school’s account in the messaging app', () => {
  const TOKEN = '/cgi-bin/stable_token'
  const TICKET = '/cgi-bin/ticket/getticket'
  const SEND = '/cgi-bin/message/custom/send'
  const page = { appid: 'wx1', url: 'http://campus.test/pay/1#x' }
  const say = (said: Record<string, object>) => {
    answers = Object.fromEntries(
      Object.entries(said).map(([path, body]) => [path, JSON.stringify(body)]),
    )
  }
  const paths = () => asked.map((one) => one.split('?', 1)[0])

  beforeEach(async () => {
    asked = []
    posted = []
    await backend.db.deleteFrom('host_ticket').execute()
  })

  test('a page is signed with the ticket of the school’s account, and all processes share token and ticket [FEE-44 D-102]', async () => {
    say({
      [TOKEN]: { access_token: 'at-1', expires_in: 7200 },
      [TICKET]: { errcode: 0, ticket: 'jsapi-1', expires_in: 7200 },
    })
    const student = await backend.signInAs('880001')
    const { body } = await student.post('/getPayParam', page)
    const { nonceStr, timestamp, signature, appId } = body.result
    const said = `jsapi_ticket=jsapi-1&noncestr=${nonceStr}&timestamp=${timestamp}&url=http://campus.test/pay/1`
    expect([appId, signature]).toEqual(['wx1', createHash('sha1').update(said).digest('hex')])
    expect(posted).toEqual([
      { grant_type: 'client_credential', appid: 'wx1', secret: 'very-secret' },
    ])
    expect(asked).toEqual([`${TOKEN}?`, `${TICKET}?access_token=at-1&type=jsapi`])
    const other = await startBackend({ sharing: backend, hosts: [host] })
    const headers = { authorization: student.token }
    expect((await other.post('/getPayParam', page, headers)).body.result.appId).toBe('wx1')
    expect((await other.post('/api/wx/getTicket', {}, headers)).body.data).toBe('jsapi-1')
    expect(asked).toHaveLength(2)
    backend.clock.advance(7200)
    say({
      [TOKEN]: { access_token: 'at-2', expires_in: 7200 },
      [TICKET]: { errcode: 0, ticket: 'jsapi-2', expires_in: 7200 },
    })
    expect((await student.post('/api/wx/getTicket')).body.data).toBe('jsapi-2')
    backend.clock.set(new Date())
    expect(JSON.stringify(body) + backend.logLines.join('')).not.toMatch(/very-secret|at-1|jsapi-1/)
    await other.close()
  })

  test('concurrent requests for a ticket make one request to the messaging app [FEE-44]', async () => {
    say({
      [TOKEN]: { access_token: 'at', expires_in: 7200 },
      [TICKET]: { errcode: 0, ticket: 'jsapi', expires_in: 7200 },
    })
    const student = await backend.signInAs('880001')
    const all = await Promise.all(
      Array.from({ length: 6 }, () => student.post('/api/wx/getTicket')),
    )
    expect(new Set(all.map(({ body }) => body.data))).toEqual(new Set(['jsapi']))
    expect(paths()).toEqual([TOKEN, TICKET])
  })

  test('customer service writes to the student who asked [CMP-03]', async () => {
    say({ [TOKEN]: { access_token: 'at', expires_in: 7200 }, [SEND]: { errcode: 0, errmsg: 'ok' } })
    const student = await backend.signInAs('880002')
    await backend.db
      .updateTable('session')
      .set({ open_id: 'o-7' })
      .where('code', '=', 'S880002')
      .execute()
    expect((await student.post('/api/binding/kfSendMsg', { stuCode: 'S880002' })).body).toEqual({
      code: '0',
    })
    expect(posted[1]).toEqual({
      touser: 'o-7',
      msgtype: 'text',
      text: { content: expect.stringContaining('客服') },
    })
    expect(asked[1]).toBe(`${SEND}?access_token=at`)
    // The messaging app refuses to send because the person has not written for two days.
    say({ [SEND]: { errcode: 45_015, errmsg: 'response out of time limit' } })
    expect((await student.post('/api/binding/kfSendMsg', { stuCode: '' })).body).toEqual({
      code: '0',
    })
    const kept = await backend.db
      .selectFrom('service_request')
      .select('told')
      .orderBy('id')
      .execute()
    expect(kept).toEqual([{ told: true }, { told: false }])
  })

  test('an access token that the messaging app ended early is renewed once [CMP-03]', async () => {
    const student = await backend.signInAs('880003')
    await backend.db
      .updateTable('session')
      .set({ open_id: 'o-3' })
      .where('code', '=', 'S880003')
      .execute()
    const stale = {
      name: 'access token wx1',
      value: 'stale',
      expires_at: new Date(Date.now() + 3_600_000),
    }
    await backend.db.insertInto('host_ticket').values(stale).execute()
    say({
      [TOKEN]: { access_token: 'fresh', expires_in: 7200 },
      [`${SEND}?access_token=stale`]: { errcode: 40_001, errmsg: 'invalid credential' },
      [`${SEND}?access_token=fresh`]: { errcode: 0 },
    })
    expect((await student.post('/api/binding/kfSendMsg', { stuCode: '' })).body).toEqual({
      code: '0',
    })
    expect(paths()).toEqual([SEND, TOKEN, SEND])
  })

  test('the answer has a message if the messaging app does not respond or refuses the school’s account [FEE-44 CMP-03 SCN-11]', async () => {
    const student = await backend.signInAs('990001')
    await backend.db
      .updateTable('session')
      .set({ open_id: 'o-1' })
      .where('code', '=', 'S990001')
      .execute()
    const away = '微信服务暂不可用，请稍后再试'
    for (const said of [{}, { [TOKEN]: { errcode: 40_013, errmsg: 'invalid appid' } }]) {
      say(said)
      expect((await student.post('/getPayParam', page)).body).toMatchObject({
        code: '-1',
        msg: away,
      })
      expect((await student.post('/api/wx/getTicket')).body).toEqual({ code: '-1', msg: away })
      expect((await student.post('/api/binding/kfSendMsg', { stuCode: '' })).body).toEqual({
        code: '-1',
        msg: away,
      })
    }
    expect(await backend.db.selectFrom('host_ticket').selectAll().execute()).toEqual([])
  })
})

test.each([
  ['https://img.test/a/b.jpg?x=1', 'https://img.test/a/b.jpg?x=1'],
  ['https://img.test//127.0.0.1:9464/metrics', 'https://img.test//127.0.0.1:9464/metrics'],
  ['https://img.test/\\evil.test/x', 'https://img.test//evil.test/x'],
  ['http://img.test/a', 'https://img.test/a'],
  ['https://other.test/a', undefined],
  ['//img.test/a', undefined],
])('a WeChat picture at %s is requested at %s [security 10]', (source, asked) => {
  expect(allowedPictureUrl(source, ['https://img.test'])?.href).toBe(asked)
})
