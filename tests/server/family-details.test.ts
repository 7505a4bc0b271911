import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  student = await backend.signInAs('990001')
})

describe('the personal details with a confirmation code', () => {
  const PHONE = '13912345678'
  const details = (codes: string, change: object = {}) => ({
    stuCode: '',
    uname: '陈晓雨',
    wxId: 'chen_xiaoyu',
    email: 'chen@example.edu',
    phoneNum: PHONE,
    codes,
    family: [{ name: '陈建国', relation: '002', phone: '13812345678' }],
    ...change,
  })
  const find = async () => (await student.post('/api/perDetiles/find', { stuCode: '' })).body
  const save = async (body: object) => (await student.post('/api/perDetiles/save', body)).body
  const send = (change: object = {}) =>
    student.post('/api/userSafe/sendCode', {
      stuCode: '',
      phone: PHONE,
      scene: 'details',
      ...change,
    })
  const newCode = async (change: object = {}): Promise<string> => {
    await backend.db.deleteFrom('rate_limit').execute()
    return (await send(change)).body.demoCode
  }

  test('personal details are empty at first, and are saved with an SMS code, which is valid once [FAM-36]', async () => {
    expect(await find()).toEqual({ code: '0', data: null })
    const code = await newCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await save(details(code))).toEqual({ code: '0' })
    const { codes: _, stuCode: __, ...stored } = details(code)
    expect(await find()).toEqual({ code: '0', data: stored })
    expect(await save(details(code))).toEqual({ code: '-1', msg: '验证码不正确或已过期' })
  })

  test('the server repeats the form’s checks of the personal details [FAM-36 to FAM-43]', async () => {
    const message = async (change: object) => (await save(details('123456', change))).msg
    const member = { name: '陈建国', relation: '002', phone: '13812345678' }
    expect(await message({ family: [member, member, member] })).toBe('家庭成员信息最多填写两位！')
    expect(await message({ family: [{ ...member, relation: '1' }] })).toBe('请选择关系')
    expect(await message({ uname: '' })).toBe('请输入姓名')
    for (const uname of ['陈', '一二三四五六七'])
      expect(await message({ uname })).toBe('姓名格式不对哦~')
    for (const wxId of ['', '1abcde', 'abcde', 'a'.repeat(21)])
      expect(await message({ wxId })).toBe('请输入正确的微信号码！')
    expect(await message({ email: 'a@' })).toBe('请输入有效的邮箱！')
    expect(await message({ phoneNum: '' })).toBe('手机号码不能为空！')
    expect(await message({ phoneNum: '12012345678' })).toBe('请输入合法的手机号码！')
    expect(await message({ codes: '' })).toBe('请输入验证码')
  })

  test('an SMS code is valid for one phone number, one purpose, one person and ten minutes [D-37]', async () => {
    const refused = { code: '-1', msg: '验证码不正确或已过期' }
    expect(await save(details(await newCode(), { phoneNum: '13900000000' }))).toEqual(refused)
    expect(await save(details(await newCode({ scene: 'change' })))).toEqual(refused)
    const code = await newCode()
    const other = await backend.signInAs('990003')
    expect((await other.post('/api/perDetiles/save', details(code))).body).toEqual(refused)
    backend.clock.advance(601)
    expect(await save(details(code))).toEqual(refused)
    backend.clock.set(new Date())
    const earlier = await newCode()
    const later = await newCode()
    if (earlier !== later) expect(await save(details(earlier))).toEqual(refused)
    expect(await save(details(later))).toEqual({ code: '0' })
  })

  test('five wrong attempts invalidate an SMS code, also when they are made at once', async () => {
    const code = await newCode()
    const wrong = code === '000000' ? '111111' : '000000'
    await Promise.all(Array.from({ length: 5 }, () => save(details(wrong))))
    expect(await save(details(code))).toEqual({ code: '-1', msg: '验证码不正确或已过期' })
  })

  test('one SMS code is sent in 60 seconds and ten in a day, and no code is stored in plain text [D-94]', async () => {
    const code = await newCode()
    const soon = await send()
    expect([soon.status, soon.body.code, Number(soon.headers.get('retry-after'))]).toEqual([
      429,
      '429',
      expect.any(Number),
    ])
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    for (let n = 0; n < 9; n++) {
      await backend.db.deleteFrom('rate_limit').where('key', 'not like', '%-day:%').execute()
      expect((await send()).status).toBe(200)
    }
    await backend.db.deleteFrom('rate_limit').where('key', 'not like', '%-day:%').execute()
    expect((await send()).status).toBe(429)
    const stored = await backend.db.selectFrom('sms_code').selectAll().execute()
    expect(stored.map(({ code_hash }) => code_hash).join()).not.toContain(code)
    expect(backend.logLines.join()).not.toContain(PHONE)
  })

  test('an invalid phone number or purpose is refused, and without an SMS provider no code is sent', async () => {
    await backend.db.deleteFrom('rate_limit').execute()
    expect((await send({ phone: '12345' })).body.msg).toBe('请输入合法的手机号码！')
    expect((await send({ scene: 'x' })).status).toBe(422)
    const real = await startBackend({ sharing: backend, env: { SMS_PROVIDER: 'none' } })
    const said = await real.post(
      '/api/userSafe/sendCode',
      { phone: PHONE, scene: 'details' },
      { authorization: student.token },
    )
    expect([said.status, said.body.msg]).toEqual([404, '短信服务暂未开通'])
    await real.close()
  })
})
