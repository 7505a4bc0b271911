import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

describe('complaints and suggestions', () => {
  const insert = (who: SignedInUser, content: string) =>
    who.post('/api/advice/insert', { stuCode: '', content })

  test('a complaint needs a text of at most 500 characters, and is stored with its author [CMP-02 D-99]', async () => {
    expect((await insert(student, '  食堂排队太久  ')).body).toEqual({ code: '0' })
    const staff = await backend.signInAs('T1001')
    expect(
      (await staff.post('/api/advice/insert', { userCode: 'T1001', content: '走廊信号弱' })).body,
    ).toEqual({ code: '0' })
    const kept = await backend.db
      .selectFrom('advice')
      .select(['subject', 'content'])
      .orderBy('id')
      .execute()
    expect(kept).toEqual([
      { subject: 'student:S880001', content: '食堂排队太久' },
      { subject: 'staff:T1001', content: '走廊信号弱' },
    ])
    const issue = async (content: string) =>
      (await insert(student, content)).body.issues?.[0]?.message
    expect(await issue('   ')).toBe('必填哦')
    expect(await issue('字'.repeat(501))).toBe('最多可以输入500个字符哦')
    expect((await insert(student, '字'.repeat(500))).body).toEqual({ code: '0' })
    expect(
      (await student.post('/api/advice/insert', { stuCode: 'S880002', content: 'x' })).status,
    ).toBe(403)
  })

  test('a person can send ten complaints an hour [CMP-02]', async () => {
    const other = await backend.signInAs('880002')
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await insert(other, 'x')).status)
    expect(statuses.slice(9)).toEqual([200, 429, 429])
  })
})

describe('customer service', () => {
  const requests = () =>
    backend.db
      .selectFrom('service_request')
      .select(['subject', 'open_id', 'told'])
      .orderBy('id')
      .execute()

  test('customer service writes to the student, and stores the request if writing is impossible [CMP-03 CMP-04]', async () => {
    expect((await student.post('/api/binding/kfSendMsg', { stuCode: 'S880001' })).body).toEqual({
      code: '0',
    })
    await backend.db
      .updateTable('session')
      .set({ open_id: 'phone-of-880001' })
      .where('code', '=', 'S880001')
      .execute()
    expect((await student.post('/api/binding/kfSendMsg', { stuCode: '' })).body).toEqual({
      code: '0',
    })
    expect(await requests()).toEqual([
      { subject: 'student:S880001', open_id: null, told: false },
      { subject: 'student:S880001', open_id: 'phone-of-880001', told: true },
    ])
  })
})

describe('the signature for the messaging app’s script', () => {
  const sign = (body: object, who: SignedInUser = student) => who.post('/getPayParam', body)

  test('the signature for the messaging app’s script has four keys, and covers the address without its fragment [FEE-44 D-102]', async () => {
    const { body } = await sign({ appid: 'sandbox', url: 'http://campus.test/pay/1?a=1#here' })
    expect(Object.keys(body.result).toSorted()).toEqual([
      'appId',
      'nonceStr',
      'signature',
      'timestamp',
    ])
    const { appId, timestamp, nonceStr, signature } = body.result
    const { body: said } = await student.post('/api/wx/getTicket')
    const text = `jsapi_ticket=${said.data}&noncestr=${nonceStr}&timestamp=${timestamp}&url=http://campus.test/pay/1?a=1`
    expect([appId, signature]).toEqual(['sandbox', createHash('sha1').update(text).digest('hex')])
    expect(timestamp).toMatch(/^\d{10}$/)
  })

  test('a page of another site, or a request of another app, gets no signature [FEE-44]', async () => {
    for (const url of [
      'https://evil.test/',
      'http://campus.test.evil.test/',
      'http://campus.test:8080/',
      'http://campus.test@evil.test/',
      'http://user:x@campus.test/',
      'javascript://campus.test/%0aalert(1)',
    ])
      expect([url, (await sign({ appid: 'sandbox', url })).body]).toEqual([
        url,
        expect.objectContaining({ code: '-1', msg: '只能为本站页面签名' }),
      ])
    expect((await sign({ appid: 'other', url: 'http://campus.test/' })).body.code).toBe('-1')
    expect((await sign({ appid: 'sandbox', url: 'no address' })).status).toBe(422)
  })

  test('getTicket returns a value that is valid for two hours, only to a caller with a token [SCN-11 D-102]', async () => {
    const ticket = async () => (await student.post('/api/wx/getTicket')).body.data
    const first = await ticket()
    expect(first).toMatch(/^.{20,}$/)
    expect(await ticket()).toBe(first)
    expect((await backend.post('/api/wx/getTicket')).status).toBe(401)
    expect(
      (await backend.post('/getPayParam', { appid: 'sandbox', url: 'http://campus.test/' })).status,
    ).toBe(401)
    backend.clock.advance(7200)
    expect(await ticket()).not.toBe(first)
    backend.clock.set(new Date())
  })
})
