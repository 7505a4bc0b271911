import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseCasResponse } from '#server/platform/university/cas'
import { createIdentityProvider } from '#server/platform/university/create-identity-provider'
import type { IdentityProvider } from '#server/platform/university/identity-provider'
import { casResponse, casSuccessResponse } from '../../../support/fakes/cas-responses.ts'
import { withExpiredTimeouts } from '../../../support/fakes/expired-timeouts.ts'
import { startFakeService, type ServiceReply } from '../../../support/fakes/fake-service.ts'

const RETURN = 'https://campus.test/api/university/back'
const VISIT = { state: 'a state', nonce: 'n', verifier: 'v' }
const SERVICE = `${RETURN}?state=a state`

/** The response to a valid ticket. */
const GOOD = { text: casResponse(casSuccessResponse('zhang', '<cas:no>t1001</cas:no>')) }

let cas: Awaited<ReturnType<typeof startFakeService>>
let university: IdentityProvider | undefined
let says: ServiceReply = { status: 500 }
beforeAll(async () => {
  cas = await startFakeService(({ path }) => (path === '/elsewhere' ? GOOD : says))
  const url = `${cas.origin}/cas`
  university = createIdentityProvider({
    university: { type: 'cas', url, attribute: 'no', returnTo: RETURN },
  })
})
afterAll(() => cas.close())
beforeEach(() => {
  cas.heard.length = 0
  says = GOOD
})
const finish = (query: string) => university?.verifyReturn(VISIT, query)

describe('a CAS server', () => {
  test('a browser is redirected to CAS, with the address to return to', async () => {
    const address = new URL((await university?.buildSignInUrl(VISIT)) ?? '')
    expect(address.origin + address.pathname).toBe(`${cas.origin}/cas/login`)
    expect(Object.fromEntries(address.searchParams)).toEqual({ service: SERVICE })
  })

  test('the server itself asks CAS to validate a ticket', async () => {
    expect(await finish('ticket=ST-1&state=a+state')).toEqual({ type: 'number', number: 'T1001' })
    expect(cas.heard).toMatchObject([
      { path: '/cas/p3/serviceValidate', query: { service: SERVICE, ticket: 'ST-1' } },
    ])
  })

  test.each([
    'ticket=ST-1&state=another',
    'ticket=ST-1',
    'ticket=&state=a+state',
    'state=a+state',
    '',
  ])(
    'CAS is not asked about a callback that belongs to another sign-in or has no ticket: %s',
    async (query) => {
      expect(await finish(query)).toEqual({ type: 'refused' })
      expect(cas.heard).toEqual([])
    },
  )

  test.each<ServiceReply>([{ status: 500 }, { status: 404 }, { to: '/elsewhere' }, 'hangs up'])(
    'CAS counts as unavailable if it answers %j',
    async (said) => {
      says = said
      expect(await finish('ticket=ST-1&state=a+state')).toEqual({ type: 'unavailable' })
    },
  )

  test('the answer of CAS is awaited until the timeout, and no longer', async () => {
    expect(await withExpiredTimeouts(async () => finish('ticket=ST-1&state=a+state'))).toEqual({
      type: 'unavailable',
    })
  })
})

describe('the XML of a CAS response', () => {
  const REFUSED = { type: 'refused' }

  test('a CAS response names the user, or the configured attribute', () => {
    const said = `<?xml version="1.0" encoding="UTF-8"?>\n${casResponse(casSuccessResponse('t1001', '<cas:no>990001</cas:no>'))}`
    expect(parseCasResponse(said, '')).toEqual({ type: 'number', number: 'T1001' })
    expect(parseCasResponse(said, 'no')).toEqual({ type: 'number', number: '990001' })
    expect(parseCasResponse(said, 'constructor')).toEqual(REFUSED)
    expect(parseCasResponse(said, 'other')).toEqual(REFUSED)
    expect(parseCasResponse(casResponse(casSuccessResponse('007')), '')).toEqual({
      type: 'number',
      number: '007',
    })
    const marked = casResponse(casSuccessResponse('T1')).replace('user>', 'user type="work">')
    expect(parseCasResponse(marked, '')).toEqual({ type: 'number', number: 'T1' })
    const bare = casResponse(
      '<cas:authenticationSuccess><cas:user>T1</cas:user><cas:extra/></cas:authenticationSuccess>',
    )
    expect(parseCasResponse(bare, '')).toEqual({ type: 'number', number: 'T1' })
    expect(parseCasResponse(bare, 'no')).toEqual(REFUSED)
  })

  test('a CAS response has a maximum length', () => {
    const said = casResponse(casSuccessResponse('T4001'))
    expect(parseCasResponse(said.padEnd(65_536), '')).toEqual({ type: 'number', number: 'T4001' })
    expect(parseCasResponse(said.padEnd(65_537), '')).toEqual(REFUSED)
  })

  test.each([
    ['two users', casResponse(casSuccessResponse('T1001</cas:user><cas:user>T4001'))],
    ['a comment inside a name', casResponse(casSuccessResponse('T4001<!-- -->x'))],
    ['hidden text', casResponse(casSuccessResponse('<![CDATA[T4001]]>'))],
    ['an entity', `<!DOCTYPE a [<!ENTITY x "T4001">]>${casResponse(casSuccessResponse('&x;'))}`],
    [
      'a file',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${casResponse(casSuccessResponse('&x;'))}`,
    ],
    [
      'success and failure',
      casResponse(`${casSuccessResponse('T4001')}<cas:authenticationFailure/>`),
    ],
    ['two answers', casResponse(casSuccessResponse('T4001') + casSuccessResponse('T1001'))],
    [
      'an attribute inside another',
      casResponse(casSuccessResponse('x', '<cas:a><cas:no>T4001</cas:no></cas:a>')),
    ],
    ['no XML', '<html><body>T4001'],
    [
      'a missing end tag',
      casResponse(casSuccessResponse('T4001')).replace('</cas:serviceResponse>', ''),
    ],
    ['a processing instruction', `<?php x?>${casResponse(casSuccessResponse('T4001'))}`],
    [
      'an instruction that begins like the XML declaration',
      `<?xmlx y?>${casResponse(casSuccessResponse('T4001'))}`,
    ],
    ['a character reference', casResponse(casSuccessResponse('&#84;4001'))],
    ['no user', casResponse('<cas:authenticationSuccess/>')],
    ['no answer', casResponse('')],
    ['another answer', '<other/>'],
    ['too many bytes', casResponse(casSuccessResponse('T4001')) + ' '.repeat(70_000)],
    ['an invalid number', casResponse(casSuccessResponse("T4001' or 1=1"))],
  ])('a CAS response with %s is refused', (_name, said) => {
    expect(parseCasResponse(said, 'no')).toEqual(REFUSED)
    if (!said.includes('<cas:a>')) expect(parseCasResponse(said, '')).toEqual(REFUSED)
  })
})
