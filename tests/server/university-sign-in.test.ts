import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { casResponse, casSuccessResponse } from '../support/fakes/cas-responses.ts'
import {
  startFakeCas,
  startFakeOidc,
  type FakeIdentityProvider,
  followSignInRedirects,
} from '../support/fakes/fake-identity-providers.ts'

const PUBLIC_URL = 'http://127.0.0.1:8080'
const RETURN = `${PUBLIC_URL}/api/university/back`
const walk = (address: string) => followSignInRedirects(address, RETURN)
const begin = async (backend: Backend) => (await backend.post('/api/university/begin')).body
const finish = async (backend: Backend, ticket: string, answer: string | URLSearchParams) =>
  (await backend.post('/api/university/finish', { ticket, answer: String(answer) })).body

describe('OpenID Connect sign-in', () => {
  let backend: Backend
  let university: FakeIdentityProvider
  /** The person who signs in at the university, as the number that the university returns. */
  let who = 'T1001'
  beforeAll(async () => {
    university = await startFakeOidc(RETURN, () => who)
    backend = await startBackend({ env: { PUBLIC_URL, ...university.env } })
  })
  afterAll(async () => {
    university.close()
    await backend.close()
  })

  test('OpenID Connect signs in staff and students by their number, and accepts each response once', async () => {
    who = 'T4001'
    const { address, ticket } = await begin(backend)
    const answer = await walk(address)
    const said = await finish(backend, ticket, answer)
    expect(said.results).toMatchObject({ userCode: 'T4001', roles: ['administrator'] })
    const me = await backend.post('/api/manage/me', {}, { authorization: said.token })
    expect(me.body.data.name).toBe('何晓东')
    expect(await finish(backend, ticket, answer)).toMatchObject({ code: '-1' })
    who = '990001'
    const other = await begin(backend)
    expect((await finish(backend, other.ticket, await walk(other.address))).results).toMatchObject({
      stuCode: 'S990001',
    })
  })

  test('OpenID Connect accepts no response of another sign-in, and no changed response', async () => {
    who = 'T4001'
    const theirs = await begin(backend)
    const answer = await walk(theirs.address)
    const own = await begin(backend)
    expect(await finish(backend, own.ticket, answer)).toMatchObject({
      msg: '统一身份认证未通过，请重试',
    })
    const forged = new URLSearchParams(answer)
    forged.set('code', 'guessed')
    expect(await finish(backend, theirs.ticket, forged)).toMatchObject({ code: '-1' })
    expect(await finish(backend, 'no ticket', answer)).toMatchObject({ code: '-1' })
  })

  test('OpenID Connect refuses unknown people and closed accounts with a message', async () => {
    who = 'T0000'
    const unknown = await begin(backend)
    expect((await finish(backend, unknown.ticket, await walk(unknown.address))).msg).toBe(
      '本系统中没有 T0000 的账号，请联系学校',
    )
    who = 'T5001'
    await backend.db
      .updateTable('staff')
      .set({ closed_at: backend.clock.now() })
      .where('code', '=', 'T5001')
      .execute()
    const closed = await begin(backend)
    expect((await finish(backend, closed.ticket, await walk(closed.address))).msg).toMatch('停用')
  })

  test('OpenID Connect returns to the sign-in page of this campus, whatever address the response names', async () => {
    const { status, headers } = await backend.fetch(
      '/api/university/back?code=x&state=y&next=https://evil.test',
    )
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(
      `/login?university=${encodeURIComponent('code=x&state=y&next=https://evil.test')}`,
    )
  })
})

describe('CAS sign-in', () => {
  let backend: Backend
  let university: Awaited<ReturnType<typeof startFakeCas>>
  let xml = ''
  beforeAll(async () => {
    university = await startFakeCas(() => xml)
    backend = await startBackend({ env: { PUBLIC_URL, ...university.env } })
  })
  afterAll(async () => {
    university.close()
    await backend.close()
  })

  const enter = async () => {
    const { address, ticket } = await begin(backend)
    const answer = await walk(address)
    return { answer, said: await finish(backend, ticket, answer) }
  }

  test('CAS signs in the person whose ticket the server itself has validated', async () => {
    xml = casResponse(casSuccessResponse('zhang', '<cas:employeeNumber>T1001</cas:employeeNumber>'))
    const { answer, said } = await enter()
    expect(said.results).toMatchObject({ userCode: 'T1001' })
    expect(Object.fromEntries(university.asked.at(-1) ?? [])).toEqual({
      service: `${RETURN}?state=${answer.get('state')}`,
      ticket: 'ST-1',
    })
  })

  test('the errors of CAS are explained: an invalid ticket, an unavailable university', async () => {
    xml = casResponse(
      '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>',
    )
    expect((await enter()).said.msg).toBe('统一身份认证未通过，请重试')
    xml = ''
    expect((await enter()).said.msg).toBe('统一身份认证暂时无法连接，请稍后再试')
    const { ticket } = await begin(backend)
    expect((await finish(backend, ticket, 'ticket=ST-1&state=other')).code).toBe('-1')
  })
})
