import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { familyTexts } from '#i18n/family'
import { notOfferedTexts } from '#i18n/not-offered'
import type { LocalizedText } from '#i18n/translate'
import { findUnavailableCalls } from '#server/platform/http/unavailable-calls'
import { type Backend, type SignedInUser, startBackend } from '../../../support/backend/backend.ts'
import { enrolSignedInStudent } from '../../../support/backend/students.ts'

// A campus outside the demo, without a messaging app, a payment service or SMS.
const NONE = { DEMO: '0', HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }
let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend({ env: NONE })
  student = await backend.signInAs('990001')
})
afterAll(() => backend.close())

describe('a campus without providers', () => {
  test('a campus without providers has no sandbox addresses and no address for payment notices [D-67]', async () => {
    for (const [method, path] of [
      ['GET', '/sandbox/authorize?redirect_uri=http://campus.test/&scope=snsapi_base&state=s'],
      ['POST', '/sandbox/authorize'],
      ['POST', '/sandbox/pay'],
      ['POST', '/payment/notify'],
    ] as const) {
      const body = method === 'POST' ? '{"package":"prepay_id=x","outcome":"ok"}' : null
      const headers = { 'content-type': 'application/json', accept: 'text/html' }
      expect([path, (await backend.fetch(path, { method, body, headers })).status]).toEqual([
        path,
        404,
      ])
    }
  })

  test('a call that the campus cannot answer is 404, and says why', async () => {
    const calls = {
      '/wx/code/getCode': '本校未接入微信账号，绑定只在本机有效。',
      '/getPayParam': '本校未接入微信账号，绑定只在本机有效。',
      '/api/wx/getTicket': '本校未接入微信账号，绑定只在本机有效。',
      '/api/binding/kfSendMsg': '本校未开通微信客服',
      '/commonrest/getUniqueId': '本校未开通网上缴费',
      '/payment/pay': '本校未开通网上缴费',
      '/payment/payCancel': '本校未开通网上缴费',
      '/api/userSafe/sendCode': '短信服务暂未开通',
      '/api/userSafe/checkPhone': '短信服务暂未开通',
      '/api/userSafe/updatePhone': '短信服务暂未开通',
    }
    for (const [path, says] of Object.entries(calls)) {
      const { status, body } = await student.post(path)
      expect([path, status, JSON.stringify(body).includes(says)]).toEqual([path, 404, true])
    }
  })

  test('calls that need no provider are answered: fees are shown, and details are saved without a code', async () => {
    const details = {
      stuCode: '',
      uname: '陈晓雨',
      wxId: 'chen_xiaoyu',
      email: 'chen@example.edu',
      phoneNum: '13912345678',
      codes: '',
      family: [],
    }
    expect((await student.post('/api/perDetiles/save', details)).body).toEqual({ code: '0' })
    expect((await student.post('/api/fees/open', { stuCode: '', idCard: '' })).status).toBe(200)
    expect(
      (await student.post('/api/fees/checkCurrentChargeInfoNew', { stuCode: '' })).status,
    ).toBe(200)
  })

  test('DORM a chosen bed does not wait for a payment that is impossible', async () => {
    const { subject, token } = await enrolSignedInStudent(backend)
    const requestBody = { stuCode: '', housetype: '2', processId: '3' }
    expect(
      (await backend.post('/api/dormitoryType/insert', requestBody, { authorization: token })).body,
    ).toEqual({ code: '0' })
    const choice = await backend.db
      .selectFrom('dorm_choice')
      .select('held_until')
      .where('student_code', '=', subject)
      .executeTakeFirstOrThrow()
    expect(choice.held_until).toBeNull()
  })
})

test('only the calls of a missing provider are unavailable, each with the reason', () => {
  const taken = (change: Partial<Parameters<typeof findUnavailableCalls>[0]>) =>
    new Map(
      [
        ...findUnavailableCalls({
          hosts: [{ type: 'sandbox', appId: 'wx1' }],
          gateway: { type: 'sandbox' },
          sms: 'sandbox',
          ...change,
        }),
      ].map(([call, why]) => [call.path, why]),
    )
  const { noAccount, noService, noPayment } = notOfferedTexts
  expect(taken({})).toEqual(new Map())
  expect(taken({ hosts: [] })).toEqual(
    new Map<string, LocalizedText>([
      ['/wx/code/getCode', noAccount],
      ['/getPayParam', noAccount],
      ['/api/wx/getTicket', noAccount],
      ['/api/binding/kfSendMsg', noService],
    ]),
  )
  expect(taken({ gateway: { type: 'none' } })).toEqual(
    new Map([
      ['/commonrest/getUniqueId', noPayment],
      ['/payment/pay', noPayment],
      ['/payment/payCancel', noPayment],
    ]),
  )
  expect(taken({ sms: 'none' })).toEqual(
    new Map([
      ['/api/userSafe/sendCode', familyTexts.noSms],
      ['/api/userSafe/checkPhone', familyTexts.noSms],
      ['/api/userSafe/updatePhone', familyTexts.noSms],
    ]),
  )
})
