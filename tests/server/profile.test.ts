import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
// A phone number gets only one SMS a minute, so each test starts with an empty rate limit.
beforeEach(() => backend.db.deleteFrom('rate_limit').execute())

const SAFE = '/api/userSafe'
const said = async (who: SignedInUser, name: string, body: object) =>
  (await who.post(`${SAFE}/${name}`, body)).body
const mismatch = { code: '-1', msg: '验证码不正确或已过期' }
/** The ticket that a student gets for verifying their stored phone number. */
async function ticketOf(who: SignedInUser): Promise<string> {
  const found = await backend.db
    .selectFrom('student')
    .select('phone')
    .where('code', '=', who.code)
    .executeTakeFirstOrThrow()
  return (await said(who, 'checkPhone', found)).ticket
}
const isDead = async (who: SignedInUser) =>
  (await said(who, 'checkPhone', { phone: '13800000000' })).status === -400

describe('a new phone number', () => {
  test('changing the phone number checks the current number, sends a code to the new one, and stores the new one [PRO-14 PRO-22 D-94]', async () => {
    const student = await backend.signInAs('880001')
    expect(await said(student, 'checkPhone', { stuCode: 'S880001', phone: '13800000000' })).toEqual(
      {
        code: '-1',
        msg: '与登记的手机号码不一致',
      },
    )
    const checked = await said(student, 'checkPhone', { stuCode: 'S880001', phone: '13888000101' })
    expect(checked).toEqual({ code: '0', ticket: expect.stringMatching(/^[\w-]{43}$/) })
    const sent = await said(student, 'sendCode', {
      stuCode: '',
      phone: '13912345678',
      scene: 'change',
    })
    expect(sent).toEqual({ code: '0', demoCode: expect.stringMatching(/^\d{6}$/) })
    const change = {
      stuCode: '',
      phone: '13912345678',
      code: sent.demoCode,
      ticket: checked.ticket,
    }
    expect(await said(student, 'updatePhone', { ...change, phone: '13987654321' })).toEqual(
      mismatch,
    )
    expect(await said(student, 'updatePhone', change)).toEqual({ code: '0' })
    expect(await said(student, 'checkPhone', { phone: '13912345678' })).toMatchObject({ code: '0' })
    expect(await said(student, 'updatePhone', change)).toMatchObject({ code: '-1' })
  })

  test('a phone number cannot be changed without the check of the current number, even with the right code [PRO-14 D-94]', async () => {
    const [student, other] = [await backend.signInAs('990001'), await backend.signInAs('990003')]
    const { demoCode: code } = await said(student, 'sendCode', {
      phone: '13912345678',
      scene: 'change',
    })
    const change = (ticket?: string) =>
      said(student, 'updatePhone', { phone: '13912345678', code, ticket })
    const ended = { code: '-1', msg: '身份验证已失效，请重新验证' }
    expect(await change()).toEqual(ended)
    expect(await change('')).toEqual(ended)
    expect(await change(await ticketOf(other))).toEqual(ended)
    const idCard = (
      await backend.db
        .selectFrom('student')
        .select('id_card')
        .where('code', '=', student.code)
        .executeTakeFirst()
    )?.id_card
    expect(await change((await said(student, 'checkIdCard', { idCard })).results)).toEqual(ended)
    const [first, second] = [await ticketOf(student), await ticketOf(student)]
    expect(await change(first)).toEqual(ended)
    // A wrong code does not invalidate the earlier steps, and a ticket for a phone number cannot
    // reset a password.
    const wrong = code === '000000' ? '000001' : '000000'
    expect(
      await said(student, 'updatePhone', { phone: '13912345678', code: wrong, ticket: second }),
    ).toMatchObject({
      code: '-1',
    })
    expect(
      await said(student, 'resetPassword', { newPassword: 'brand-new', ticket: second }),
    ).toEqual(ended)
    expect(await change(second)).toEqual({ code: '0' })
    const stored = JSON.stringify(await backend.db.selectFrom('phone_ticket').selectAll().execute())
    for (const ticket of [first, second]) expect(stored).not.toContain(ticket)
    const late = await ticketOf(other)
    backend.clock.advance(1801)
    const { demoCode } = await said(other, 'sendCode', { phone: '13912345679', scene: 'change' })
    expect(
      await said(other, 'updatePhone', { phone: '13912345679', code: demoCode, ticket: late }),
    ).toEqual(ended)
    backend.clock.set(new Date())
  })

  test('one code a minute is sent, and it is valid for ten minutes and five attempts [PRO-17 D-94]', async () => {
    const student = await backend.signInAs('880002')
    const ask = { phone: '13912345678', scene: 'change' }
    const { demoCode } = await said(student, 'sendCode', ask)
    const again = await student.post(`${SAFE}/sendCode`, ask)
    expect([again.status, again.body.code]).toEqual([429, '429'])
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    const wrong = demoCode === '000000' ? '000001' : '000000'
    const ticket = await ticketOf(student)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () =>
        said(student, 'updatePhone', { phone: ask.phone, code: wrong, ticket }),
      ),
    )
    for (const body of tries) expect(body).toEqual(mismatch)
    expect(
      await said(student, 'updatePhone', { phone: ask.phone, code: demoCode, ticket }),
    ).toEqual(mismatch)
    const other = await backend.signInAs('880003')
    const known = await ticketOf(other)
    const elsewhere = { ...ask, phone: '13912345677' }
    const late = await said(other, 'sendCode', elsewhere)
    backend.clock.advance(601)
    const change = { phone: elsewhere.phone, code: late.demoCode, ticket: known }
    expect(await said(other, 'updatePhone', change)).toEqual(mismatch)
    backend.clock.set(new Date())
  })

  test('the server repeats the form’s checks of the phone number and of the code [PRO-16 PRO-15]', async () => {
    const student = await backend.signInAs('990001')
    const issue = async (body: object) =>
      (await said(student, 'updatePhone', body)).issues?.[0]?.message
    expect(await issue({ phone: '12012345678', code: '123456' })).toBe('请输入正确的手机号码')
    expect(await issue({ phone: '', code: '123456' })).toBe('请输入正确的手机号码')
    expect(await issue({ phone: '13912345678', code: '12-3' })).toBe('内容填写有误')
    expect(await issue({ phone: '13912345678', code: '' })).toBe('内容填写有误')
  })

  test('any stored phone number can be replaced; only the new number must follow the current rule for numbers [PRO-03 PRO-16 D-94]', async () => {
    const student = await backend.signInAs('880003')
    const onRecord = (phone: string) =>
      backend.db.updateTable('student').set({ phone }).where('code', '=', 'S880003').execute()
    for (const phone of ['16612345678', '19912345678', '12012345678']) {
      await onRecord(phone)
      expect(await said(student, 'checkPhone', { stuCode: '', phone })).toMatchObject({ code: '0' })
    }
    const refused = await said(student, 'updatePhone', {
      stuCode: '',
      phone: '12012345678',
      code: '123456',
    })
    expect(refused.issues[0].message).toBe('请输入正确的手机号码')
  })

  test('a code sent for the personal details cannot change the phone number, and staff can change theirs, too [D-94]', async () => {
    const staff = await backend.signInAs('T2001')
    const { ticket } = await said(staff, 'checkPhone', { userCode: 'T2001', phone: '13820010001' })
    const { demoCode } = await said(staff, 'sendCode', {
      userCode: 'T2001',
      phone: '13712345678',
      scene: 'details',
    })
    const change = { userCode: 'T2001', phone: '13712345678', code: demoCode, ticket }
    expect(await said(staff, 'updatePhone', change)).toEqual(mismatch)
    await backend.db
      .updateTable('sms_code')
      .set({ scene: 'change' })
      .where('subject', '=', 'staff:T2001')
      .execute()
    expect(await said(staff, 'updatePhone', change)).toEqual({ code: '0' })
    expect(await said(staff, 'checkPhone', { phone: '13712345678' })).toMatchObject({ code: '0' })
    await backend.db.updateTable('staff').set({ phone: null }).where('code', '=', 'T1001').execute()
    expect(
      await said(await backend.signInAs('T1001'), 'checkPhone', { phone: '13712345678' }),
    ).toEqual({
      code: '-1',
      msg: '请联系管理员',
    })
  })
})

describe('a new password', () => {
  test('changing a password needs the old one, signs out other phones and keeps this phone signed in [PRO-18 PRO-22 D-95]', async () => {
    const [here, there] = [await backend.signInAs('T1001'), await backend.signInAs('T1001')]
    const change = {
      userCode: 'T1001',
      oldPassword: 'campus-T1001',
      newPassword: ' new pass phrase ',
    }
    expect(await said(here, 'updatePassword', { ...change, oldPassword: 'wrong' })).toEqual({
      code: '-1',
      msg: '原密码不正确',
    })
    expect(await isDead(there)).toBe(false)
    expect(await said(here, 'updatePassword', change)).toEqual({ code: '0' })
    expect(await isDead(there)).toBe(true)
    expect(await isDead(here)).toBe(false)
    const login = async (password: string) =>
      (await backend.post('/api/sys/login', { userCode: 'T1001', openId: '', password })).body.code
    expect(await login('campus-T1001')).toBe('-1')
    // Spaces are part of the password.
    expect(await login('new pass phrase')).toBe('-1')
    expect(await login(' new pass phrase ')).toBe('0')
  })

  test('when a student changes the password of the campus account, messaging accounts on other phones are unbound [PRO-22 D-95]', async () => {
    const [here, there] = [await backend.signInAs('880001'), await backend.signInAs('880001')]
    const bound = { role: 'student', code: 'S880001', bound_at: new Date() } as const
    await backend.db
      .insertInto('binding')
      .values({ ...bound, open_id: 'another-phone' })
      .execute()
    const change = { stuCode: 'S880001', oldPassword: 'campus-880001', newPassword: 'abc123' }
    expect(await said(here, 'updatePassword', change)).toEqual({ code: '0' })
    expect(await isDead(there)).toBe(true)
    expect(
      await backend.db.selectFrom('binding').where('code', '=', 'S880001').selectAll().execute(),
    ).toEqual([])
    expect(
      await said(here, 'updatePassword', {
        ...change,
        oldPassword: 'abc123',
        newPassword: 'def456',
      }),
    ).toEqual({ code: '0' })
  })

  test('a password has six to twenty characters, and other lengths get the generic messages [PRO-22]', async () => {
    const student = await backend.signInAs('880002')
    const issue = async (newPassword: string) =>
      (await said(student, 'updatePassword', { oldPassword: 'campus-880002', newPassword }))
        .issues?.[0]?.message
    expect(await issue('')).toBe('必填哦')
    expect(await issue('12345')).toBe('最少应该输入6个字符哦')
    expect(await issue('x'.repeat(21))).toBe('最多可以输入20个字符哦')
  })

  test('after five wrong old passwords the next attempt must wait [PRO-22]', async () => {
    const student = await backend.signInAs('880003')
    const wrong = () =>
      student.post(`${SAFE}/updatePassword`, { oldPassword: 'wrong', newPassword: 'abc123' })
    const statuses = (await Promise.all(Array.from({ length: 7 }, wrong))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    const right = await student.post(`${SAFE}/updatePassword`, {
      oldPassword: 'campus-880003',
      newPassword: 'abc123',
    })
    expect(right.status).toBe(429)
  })
})

test('a new password also invalidates the calendar addresses [TTB-05 D-95]', async () => {
  const student = await backend.signInAs('880002')
  const other = await backend.signInAs('880001')
  const calendar = async (who: SignedInUser): Promise<string> =>
    (await who.post('/api/timetable/calendarAddress', { stuNumber: '' })).body.address
  const opens = async (address: string) => (await backend.fetch(address)).status
  const theirs = await calendar(other)
  const first = await calendar(student)
  expect(await opens(first)).toBe(200)
  const change = { stuCode: '', oldPassword: 'campus-880002', newPassword: 'abc123' }
  expect(await said(student, 'updatePassword', change)).toEqual({ code: '0' })
  expect(await opens(first)).toBe(404)
  const second = await calendar(student)
  const { id_card: idCard } = await backend.db
    .selectFrom('student')
    .select('id_card')
    .where('code', '=', 'S880002')
    .executeTakeFirstOrThrow()
  const { results: ticket } = await said(student, 'checkIdCard', { stuCode: '', idCard })
  expect(
    await said(student, 'resetPassword', { stuCode: '', newPassword: 'brand-new', ticket }),
  ).toEqual({ code: '0' })
  expect([await opens(second), await opens(theirs)]).toEqual([404, 200])
})

describe('the identity check', () => {
  test('the right ID number gets a ticket for one password reset [PRO-20 PRO-21 D-95]', async () => {
    const [here, there] = [await backend.signInAs('990002'), await backend.signInAs('990002')]
    const check = (idCard: string) => said(here, 'checkIdCard', { stuCode: '', idCard })
    expect(await check('110101200801010015')).toEqual({ code: '-1', msg: '请输入正确的身份证号' })
    expect((await check('123')).issues[0].message).toBe('请输入正确的身份证号')
    const { results: ticket } = await check('110101200801010023')
    expect(ticket).toMatch(/^[\w-]{43}$/)
    const reset = (one: string) =>
      said(here, 'resetPassword', { stuCode: '', newPassword: 'brand-new', ticket: one })
    expect(await reset('x'.repeat(43))).toEqual({ code: '-1', msg: '身份验证已失效，请重新验证' })
    expect(await reset(ticket)).toEqual({ code: '0' })
    expect(await isDead(there)).toBe(true)
    expect(await reset(ticket)).toMatchObject({ code: '-1' })
    expect(
      await said(here, 'updatePassword', { oldPassword: 'brand-new', newPassword: 'newer-still' }),
    ).toEqual({ code: '0' })
    const stored = await backend.db.selectFrom('reset_ticket').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(ticket)
  })

  test('a reset ticket is valid for its owner, for ten minutes, until a newer ticket is issued [PRO-20]', async () => {
    const student = await backend.signInAs('990003')
    const ticket = async () =>
      (await said(student, 'checkIdCard', { idCard: '110101200801010031' })).results
    const reset = (who: SignedInUser, one: string) =>
      said(who, 'resetPassword', { newPassword: 'brand-new', ticket: one })
    const first = await ticket()
    expect((await reset(await backend.signInAs('990005'), first)).code).toBe('-1')
    const second = await ticket()
    expect((await reset(student, first)).code).toBe('-1')
    backend.clock.advance(601)
    expect((await reset(student, second)).code).toBe('-1')
    backend.clock.set(new Date())
  })

  test('a person can make five identity checks in ten minutes, with any ID numbers [PRO-21 D-95]', async () => {
    const student = await backend.signInAs('990004')
    const tries = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        student.post(`${SAFE}/checkIdCard`, { idCard: `11010120080101001${index}` }),
      ),
    )
    expect(tries.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
    expect(
      (await student.post(`${SAFE}/checkIdCard`, { idCard: '110101200301010045' })).status,
    ).toBe(429)
  })

  test('a staff member without a stored ID number is told to ask the administrator; other staff are checked [D-95]', async () => {
    const without = await backend.signInAs('T3001')
    await backend.db
      .updateTable('staff')
      .set({ id_card: null })
      .where('code', '=', 'T3001')
      .execute()
    const idCard = '11010119790101001x'
    expect(await said(without, 'checkIdCard', { userCode: 'T3001', idCard })).toEqual({
      code: '-1',
      msg: '请联系管理员',
    })
    await backend.db
      .updateTable('staff')
      .set({ id_card: '11010119790101001X' })
      .where('code', '=', 'T3001')
      .execute()
    expect(await said(without, 'checkIdCard', { userCode: 'T3001', idCard })).toMatchObject({
      code: '0',
    })
  })
})

test('another person’s code is refused in each profile call [PRO-23 D-09]', async () => {
  const student = await backend.signInAs('990001')
  const foreign = {
    stuCode: 'S990002',
    phone: '13912345678',
    code: '123456',
    scene: 'change',
    idCard: '110101200801010015',
  }
  const secrets = { oldPassword: 'campus-990001', newPassword: 'abc123', ticket: 'x' }
  for (const [name, keys] of Object.entries({
    checkPhone: ['phone'],
    sendCode: ['phone', 'scene'],
    updatePhone: ['phone', 'code'],
    updatePassword: ['oldPassword', 'newPassword'],
    checkIdCard: ['idCard'],
    resetPassword: ['newPassword', 'ticket'],
  })) {
    const all: Record<string, string> = { ...foreign, ...secrets }
    const body = Object.fromEntries(['stuCode', ...keys].map((key) => [key, all[key]]))
    expect([name, (await student.post(`${SAFE}/${name}`, body)).status]).toEqual([name, 403])
  }
})

describe('the profile picture', () => {
  const PATH = '/api/upload/uploadFile'
  const png = (side = 150) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#2a6' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'secret-place' } } })
      .png()
      .toBuffer()

  async function send(
    who: Pick<SignedInUser, 'token'>,
    bytes: Uint8Array | string,
    { field = 'file', name = 'a.png' } = {},
  ) {
    const form = new FormData()
    form.set(
      field,
      new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, {
        type: 'image/png',
      }),
    )
    const response = await backend.fetch(PATH, {
      method: 'POST',
      headers: { authorization: who.token },
      body: form,
    })
    return { status: response.status, body: await response.json() }
  }
  const look = (address: string, who?: SignedInUser) =>
    backend.fetch(address, { headers: who === undefined ? {} : { authorization: who.token } })

  test('a profile picture of 150 by 150 is re-encoded, stored, and shown to its owner only [PRO-13 PRO-10 D-96]', async () => {
    const [student, staff] = [await backend.signInAs('990001'), await backend.signInAs('T2001')]
    const original = await png()
    expect(original.includes('secret-place')).toBe(true)
    const { status, body } = await send(student, original)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      realPathList: [expect.stringMatching(/^\/api\/upload\/picture\?key=[\w-]{43}$/)],
      relaPathList: body.realPathList,
    })
    const shown = await look(body.realPathList[0], student)
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect([
      shown.status,
      shown.headers.get('content-type'),
      shown.headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'no-store'])
    expect(bytes.includes('secret-place')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 150, height: 150 })
    expect((await look(body.realPathList[0], staff)).status).toBe(403)
    expect((await look(body.realPathList[0])).status).toBe(401)
    const next = await send(student, await png())
    expect(next.body.realPathList).not.toEqual(body.realPathList)
    expect((await look(body.realPathList[0], student)).status).toBe(404)
    expect((await send(staff, await png())).body.success).toBe(true)
  })

  test('the session cookie opens the address of the owner’s profile picture, and nobody else’s cookie does [D-96]', async () => {
    const found = async (stuNumber: string, idCard: string) => {
      const { body, headers } = await backend.post('/api/binding/findstu', {
        stuNumber,
        idCard,
        openId: '',
      })
      return { token: String(body.token), cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const [own, other] = [
      await found('880001', '110101200601010019'),
      await found('880002', '110101200601010027'),
    ]
    const { body } = await send(own, await png())
    const [address] = body.realPathList
    expect((await backend.fetch(address, { headers: { cookie: own.cookie } })).status).toBe(200)
    expect((await backend.fetch(address, { headers: { cookie: other.cookie } })).status).toBe(403)
  })

  test('below a base path, the address of the profile picture includes the base path [PRO-13]', async () => {
    const own = await startBackend({ sharing: backend, env: { BASE_PATH: '/campus' } })
    const { token } = await backend.signInAs('990001')
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await png())], 'a.png'))
    const response = await own.fetch(`/campus${PATH}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    const { realPathList, relaPathList } = await response.json()
    expect(realPathList).toEqual([`/campus${relaPathList[0]}`])
    expect((await own.fetch(realPathList[0], { headers: { authorization: token } })).status).toBe(
      200,
    )
    await own.close()
  })

  test('a profile picture of another format or size, or a broken one, is refused with the reason [PRO-11 D-96]', async () => {
    const student = await backend.signInAs('880003')
    const jpeg = await sharp(await png())
      .jpeg()
      .toBuffer()
    const good = await png()
    const hostile: [string, Uint8Array | string][] = [
      ['a jpeg named png', jpeg],
      ['too small', await png(149)],
      ['too large', await png(151)],
      [
        'a gif',
        await sharp(await png())
          .gif()
          .toBuffer(),
      ],
      ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="150"/>'],
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['cut off', good.subarray(0, 60)],
      ['nothing', ''],
      ['a bomb', await png(3000)],
    ]
    for (const [what, bytes] of hostile) {
      const { status, body } = await send(student, bytes)
      expect([what, status, body.success, body.msg]).toEqual([
        what,
        422,
        false,
        '图片必须是150×150的PNG',
      ])
    }
  })

  test('a profile picture has at most one megabyte; a request without a form, without a file or with another field is refused [PRO-13]', async () => {
    const student = await backend.signInAs('880002')
    expect((await send(student, 'x'.repeat(1_048_577))).status).toBe(413)
    expect((await send(student, 'x'.repeat(3_000_000))).status).toBe(413)
    expect((await send(student, await png(), { field: 'other' })).status).toBe(400)
    const headers = { authorization: student.token }
    const raw = (body: NonNullable<RequestInit['body']>, kind: string) =>
      backend.fetch(PATH, { method: 'POST', headers: { ...headers, 'content-type': kind }, body })
    expect((await raw('{}', 'application/json')).status).toBe(415)
    expect((await raw('garbage', 'multipart/form-data; boundary=x')).status).toBe(400)
    expect((await raw('garbage', 'multipart/form-data')).status).toBe(400)
    const text = await raw(
      '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    )
    expect(text.status).toBe(400)
  })

  test('a request with an expired session gets -400 [PRO-23]', async () => {
    const student = await backend.signInAs('990005')
    await student.post('/api/binding/cleanOpenId', { stuCode: student.code, idCard: '', type: '1' })
    expect(await send(student, await png())).toMatchObject({ status: 401, body: { status: -400 } })
  })
})

test('a phone number gets one code a minute, and a network 300 an hour, whoever requests them [D-94 security 12]', async () => {
  const own = await startBackend({ sharing: backend, env: { PROXY_HOPS: '1' } })
  const ask = async (number: string, phone: string, from: string) => {
    const who = await own.signInAs(number)
    const body = { phone, scene: 'change' }
    return (await who.post(`${SAFE}/sendCode`, body, { 'x-forwarded-for': from })).status
  }
  expect(await ask('880001', '13912340001', '2001:db8::1')).toBe(200)
  expect(await ask('990003', '13912340001', '203.0.113.9')).toBe(429)
  expect(await ask('T2001', '13912340002', '2001:db8::2')).toBe(200)
  await own.db
    .updateTable('rate_limit')
    .set({ points: 300 })
    .where('key', 'like', 'sms-network:%')
    .execute()
  expect(await ask('880002', '13912340003', '2001:db8:0:0:9::')).toBe(429)
  expect(await ask('990005', '13912340004', '203.0.113.9')).toBe(200)
  await own.close()
})
