import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { calls, contract, downloads, files, uploads } from '#contract/index'
import { type Part, PARTS, partsFor } from '#contract/permissions'
import { handlersWith } from '#server/features/index'
import { noGateway } from '#server/payments/none'
import { identifierKeys } from '#server/platform/http/permissions'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'

let backend: Backend
const signedIn = new Map<Part, SignedIn>()
const PEOPLE: [Part, string][] = [
  ['student', '990001'],
  ['staff', 'T1001'],
  ['dorm-supervisor', 'T2001'],
  ['review-teacher', 'T3001'],
  ['administrator', 'T4001'],
  ['admissions', 'T5001'],
  ['finance', 'T6001'],
  ['dorm-office', 'T7001'],
]

beforeAll(async () => {
  backend = await startBackend()
  for (const [part, number] of PEOPLE) signedIn.set(part, await backend.signInAs(number))
})
afterAll(() => backend.close())

const asked = (part: Part, call: AnyCall, body: object) =>
  (signedIn.get(part)?.post ?? backend.post)(call.path, body)

describe('every call of the contract', () => {
  test('has a handler [XC-04]', () => {
    for (const [noun, calls] of Object.entries(contract))
      for (const name of Object.keys(calls))
        expect(handlersWith(noGateway), `${noun}.${name}`).toHaveProperty(
          [noun, name],
          expect.any(Function),
        )
  })

  test('is a POST, and says so to others [D-02]', async () => {
    for (const call of [...calls, ...uploads, ...downloads]) {
      const other = await backend.fetch(call.path)
      expect([call.path, other.status, other.headers.get('allow')]).toEqual([
        call.path,
        405,
        'POST',
      ])
    }
  })

  test('an address of bytes is a GET, and says so to others [D-02]', async () => {
    for (const file of files) {
      const other = await backend.post(file.path)
      expect([file.path, other.status, other.headers.get('allow')]).toEqual([
        file.path,
        405,
        'GET, HEAD',
      ])
    }
  })

  for (const file of files)
    for (const part of PARTS)
      test(`${file.path} by ${part}: ${partsFor(file.who).includes(part) ? 'allowed' : 'refused'} [D-113]`, async () => {
        const token = signedIn.get(part)?.token
        const { status } = await backend.fetch(`${file.path}?${file.parameter}=x`, {
          headers: token === undefined ? {} : { authorization: token },
        })
        expect(status).toBe(partsFor(file.who).includes(part) ? 404 : part === 'nobody' ? 401 : 403)
      })

  // Nothing is asked for, so who may is told what is missing.
  for (const one of downloads)
    for (const part of PARTS)
      test(`${one.path} by ${part}: ${partsFor(one.who).includes(part) ? 'allowed' : 'refused'} [D-113]`, async () => {
        const { status } = await (signedIn.get(part)?.post ?? backend.post)(one.path, {})
        if (partsFor(one.who).includes(part)) expect([200, 422]).toContain(status)
        else expect(status).toBe(part === 'nobody' ? 401 : 403)
      })

  for (const one of uploads)
    for (const part of PARTS)
      test(`${one.path} by ${part}: ${partsFor(one.who).includes(part) ? 'allowed' : 'refused'} [D-113]`, async () => {
        const token = signedIn.get(part)?.token
        const { status } = await backend.fetch(one.path, {
          method: 'POST',
          headers: token === undefined ? {} : { authorization: token },
        })
        expect(status).toBe(partsFor(one.who).includes(part) ? 415 : part === 'nobody' ? 401 : 403)
      })

  // A call that its caller may make is answered in its own terms: well, refused, or with the fields
  // that are missing.
  for (const call of calls)
    for (const part of PARTS)
      test(`${call.path} by ${part}: ${partsFor(call.who).includes(part) ? 'allowed' : 'refused'} [D-113]`, async () => {
        // Unbinding would end the session that the other rows need.
        if (call === contract.identity.unbind && partsFor(call.who).includes(part)) return
        const { status, body } = await asked(part, call, {})
        if (partsFor(call.who).includes(part)) expect([200, 422]).toContain(status)
        else if (part === 'nobody') expect([status, body.status]).toEqual([401, -400])
        else {
          expect([status, body.code]).toEqual([403, '403'])
          expect(call.rule.holds(body)).toBe(false)
        }
      })

  for (const call of calls.filter(({ who }) => who === 'student' || who === 'bound'))
    test(`${call.path} refuses every identifier of somebody else [ID-47 security 1]`, async () => {
      // What a call is there to find out, it finds out itself.
      for (const key of identifierKeys.filter((one) => one !== call.proves)) {
        const { status, body } = await asked('student', call, {
          [key]: key === 'idCard' ? '110101200801010023' : 'S990002',
        })
        expect([key, status, body.code]).toEqual([key, 403, '403'])
      }
    })

  test('own identifiers pass, whatever the case of the X [ID-47]', async () => {
    const own = {
      stuCode: 'S990001',
      stuNumber: '990001',
      stuNum: '990001',
      examNumber: '990001',
      idCard: '110101200801010015',
      enrollType: '2',
    }
    expect((await asked('student', contract.onboarding.steps, own)).status).toBe(200)
  })

  test('the query of the terms is a number too [TTB-11]', async () => {
    expect((await asked('student', contract.timetable.terms, { q: '880001' })).status).toBe(403)
    expect((await asked('student', contract.timetable.terms, { q: '990001' })).status).toBe(200)
  })
})
