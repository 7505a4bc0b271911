import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, contract, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { createAllHandlers } from '#server/features/index'
import { disabledPaymentGateway } from '#server/payment-gateways/disabled-gateway'
import { validateBody, wireKeysOf } from '#server/platform/http/body/validate-body'
import { personIdentifierKeys } from '#server/platform/http/permissions'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
})
afterAll(() => backend.close())

describe('every call of the contract', () => {
  test('every call has a handler [XC-04]', () => {
    for (const [noun, calls] of Object.entries(contract))
      for (const name of Object.keys(calls))
        expect(createAllHandlers(disabledPaymentGateway), `${noun}.${name}`).toHaveProperty(
          [noun, name],
          expect.any(Function),
        )
  })

  test('every call is a POST, and answers 405 to other methods [D-02]', async () => {
    for (const call of [...allCalls, ...allUploads, ...allDownloads]) {
      const other = await backend.fetch(call.path)
      expect([call.path, other.status, other.headers.get('allow')]).toEqual([
        call.path,
        405,
        'POST',
      ])
    }
  })

  test('every call answers an invalid body in the caller’s language, whichever field is missing or of another type [D-112]', async () => {
    const strange = [undefined, null, '', 'x', 7, true, [], {}, [{}], 'null']
    for (const call of [...allCalls, ...allDownloads]) {
      const keys = wireKeysOf(call.input)
      const bodies = [
        {},
        ...strange.map((value) => Object.fromEntries(keys.map((name) => [name, value]))),
      ]
      for (const language of ['zh', 'en'] as const)
        for (const body of bodies) {
          const checked = validateBody(call, body, language)
          const said = checked.type === 'invalid' ? checked.issues.map((one) => one.message) : []
          const own = said.filter((one) =>
            language === 'zh' ? !/\p{Script=Han}/u.test(one) : /^Invalid |Expected/.test(one),
          )
          expect([call.path, language, own]).toEqual([call.path, language, []])
        }
    }
    const supervisor = await backend.signInAs('T2001')
    const { body } = await supervisor.post(contract.arrivals.overview.path, {})
    expect(JSON.stringify(body)).toContain('内容填写有误')
  })

  test('every download is a GET, and answers 405 to other methods [D-02]', async () => {
    for (const file of allFileCalls) {
      const other = await backend.post(file.path)
      expect([file.path, other.status, other.headers.get('allow')]).toEqual([
        file.path,
        405,
        'GET, HEAD',
      ])
    }
  })

  for (const call of allCalls.filter(({ who }) => who === 'student' || who === 'bound'))
    test(`${call.path} refuses every identifier of somebody else [ID-47 security 1]`, async () => {
      // A key that the call itself verifies is not compared with the session.
      for (const key of personIdentifierKeys.filter((one) => one !== call.verifiedIdentifier)) {
        const { status, body } = await student.post(call.path, {
          [key]: key === 'idCard' ? '110101200801010023' : 'S990002',
        })
        expect([key, status, body.code]).toEqual([key, 403, '403'])
      }
    })

  test('a caller’s own identifiers are accepted, with the X of an ID number in upper or lower case [ID-47]', async () => {
    const own = {
      stuCode: 'S990001',
      stuNumber: '990001',
      stuNum: '990001',
      examNumber: '990001',
      idCard: '110101200801010015',
      enrollType: '2',
    }
    expect((await student.post(contract.onboarding.steps.path, own)).status).toBe(200)
  })

  test('the key q of the terms query is checked as a student number [TTB-11]', async () => {
    expect((await student.post(contract.timetable.terms.path, { q: '880001' })).status).toBe(403)
    expect((await student.post(contract.timetable.terms.path, { q: '990001' })).status).toBe(200)
  })
})
