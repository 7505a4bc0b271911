import { createHash } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OidcSettings } from '#server/platform/settings/university-settings'
import { createIdentityProvider } from '#server/platform/university/create-identity-provider'
import {
  parsePersonNumber,
  type IdentityProvider,
} from '#server/platform/university/identity-provider'
import { createOidcProvider } from '#server/platform/university/oidc'
import { withExpiredTimeouts } from '../../../support/fakes/expired-timeouts.ts'
import {
  type ReceivedRequest,
  startFakeService,
  type ServiceReply,
} from '../../../support/fakes/fake-service.ts'

const RETURN = 'https://campus.test/api/university/back'
const VISIT = { state: 'a-state', nonce: 'a-nonce', verifier: 'v'.repeat(43) }
const BACK = 'code=c-1&state=a-state'

let provider: Awaited<ReturnType<typeof startFakeService>>
/** The provider's answers by address; an address that is not listed gets the default answer. */
let says: Record<string, ServiceReply> = {}
/** Additional claims of the provider's ID token. */
let claims: Record<string, unknown> = {}
beforeAll(async () => {
  // Every backend process does this: its server replaces the global `Response` with its own.
  getRequestListener(() => new Response())
  provider = await startFakeService(
    ({ path }) => says[path] ?? { json: usual(provider.origin)[path] },
  )
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.heard.length = 0
  says = {}
  claims = { number: 't1001' }
})
afterEach(() => void vi.restoreAllMocks())

const METADATA = '/.well-known/openid-configuration'
const usual = (issuer: string): Record<string, unknown> => ({
  [METADATA]: {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
  },
  '/token': { access_token: 'at', token_type: 'Bearer', id_token: idToken(issuer) },
  '/me': { sub: 'someone', number: 990001 },
})
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
// The signature is not checked, because only the university can answer at this address.
function idToken(iss: string): string {
  const now = Math.floor(Date.now() / 1000)
  const said = { iss, sub: 'someone', aud: 'campus', iat: now, exp: now + 60, nonce: VISIT.nonce }
  return `${part({ alg: 'RS256' })}.${part({ ...said, ...claims })}.${'x'.repeat(342)}`
}
const settings = (wishes: Partial<OidcSettings> = {}): OidcSettings => ({
  type: 'oidc',
  issuer: provider.origin,
  clientId: 'campus',
  clientSecret: 'very-secret',
  scope: 'openid profile',
  claim: 'number',
  returnTo: RETURN,
  ...wishes,
})
const open = (wishes?: Partial<OidcSettings>) => createOidcProvider(settings(wishes))
const finish = (university: IdentityProvider = open(), query = BACK) =>
  university.verifyReturn(VISIT, query)
const heard = () => provider.heard.map(({ path }) => path)
const form = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body))

test('a browser is redirected to the provider with a state, a nonce and a PKCE challenge', async () => {
  const address = new URL((await open().buildSignInUrl(VISIT)) ?? '')
  expect(address.origin + address.pathname).toBe(`${provider.origin}/auth`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'campus',
    response_type: 'code',
    redirect_uri: RETURN,
    scope: 'openid profile',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: createHash('sha256').update(VISIT.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
})

test('the server exchanges the code for the person’s number, with the PKCE verifier and its client secret', async () => {
  expect(await finish()).toEqual({ type: 'number', number: 'T1001' })
  expect(heard()).toEqual([METADATA, '/token'])
  expect(provider.heard.slice(1).map(form)).toEqual([
    {
      grant_type: 'authorization_code',
      code: 'c-1',
      redirect_uri: RETURN,
      code_verifier: VISIT.verifier,
      client_id: 'campus',
      client_secret: 'very-secret',
    },
  ])
})

test('without a configured client secret no secret is sent', async () => {
  expect(await finish(open({ clientSecret: undefined }))).toMatchObject({ type: 'number' })
  const [, asked] = provider.heard
  expect(asked?.headers.authorization).toBeUndefined()
  expect(asked && form(asked)).not.toHaveProperty('client_secret')
})

test('a number missing in the ID token is requested from the userinfo endpoint', async () => {
  claims = {}
  expect(await finish()).toEqual({ type: 'number', number: '990001' })
  const asked = provider.heard[2]
  expect([asked?.path, asked?.headers.authorization]).toEqual(['/me', 'Bearer at'])
  says['/me'] = { json: { sub: 'somebody else', number: 'T4001' } }
  expect(await finish()).toEqual({ type: 'refused' })
})

test('the provider’s metadata is fetched once, and again if the provider was unavailable', async () => {
  const university = open()
  says[METADATA] = 'hangs up'
  expect(await university.buildSignInUrl(VISIT)).toBeUndefined()
  expect(await finish(university)).toEqual({ type: 'unavailable' })
  says = {}
  expect(await university.buildSignInUrl(VISIT)).toContain('/auth?')
  expect(await finish(university)).toMatchObject({ type: 'number' })
  expect(heard()).toEqual([METADATA, METADATA, METADATA, '/token'])
})

test('a provider whose issuer ends with a slash is accepted under that name', async () => {
  const issuer = `${provider.origin}/o/campus/`
  const at = `/o/campus${METADATA}`
  const { '/token': token, [METADATA]: metadata } = usual(provider.origin)
  says[at] = { json: { ...Object(metadata), issuer } }
  says['/token'] = { json: { ...Object(token), id_token: idToken(issuer) } }
  const university = open({ issuer: `${provider.origin}/o/campus` })
  expect(await university.buildSignInUrl(VISIT)).toContain('/auth?')
  expect(await finish(university)).toEqual({ type: 'number', number: 'T1001' })
  expect(heard()).toEqual([at, at, '/token'])
  // Metadata with another issuer does not come from the university.
  says[at] = { json: { ...Object(metadata), issuer: 'https://evil.test/' } }
  expect(
    await open({ issuer: `${provider.origin}/o/campus` }).buildSignInUrl(VISIT),
  ).toBeUndefined()
})

test.each([
  ['a response of another sign-in', 'code=c-1&state=another'],
  ['a response without a code', 'state=a-state'],
  ['a refusal', 'error=access_denied&state=a-state'],
])('a callback does not identify anybody: %s', async (_name, query) => {
  expect(await finish(open(), query)).toEqual({ type: 'refused' })
  expect(heard()).toEqual([METADATA])
})

test.each([
  ['of another sign-in', { nonce: 'another' }],
  ['of another university', { iss: 'https://evil.test' }],
  ['for another client', { aud: 'library' }],
  ['that has expired', { exp: 1 }],
])('an ID token %s is refused', async (_name, wrong) => {
  claims = { number: 'T4001', ...wrong }
  expect(await finish()).toEqual({ type: 'refused' })
})

test('a token response without an ID token identifies nobody', async () => {
  says['/token'] = { json: { access_token: 'at', token_type: 'Bearer' } }
  expect(await finish()).toEqual({ type: 'refused' })
})

test('a provider that hangs up or times out counts as unavailable', async () => {
  says['/token'] = 'hangs up'
  expect(await finish()).toEqual({ type: 'unavailable' })
  expect(await withExpiredTimeouts(() => finish())).toEqual({ type: 'unavailable' })
  expect(await withExpiredTimeouts(async () => open().buildSignInUrl(VISIT))).toBeUndefined()
  const odd = new DOMException('odd', 'AbortError')
  expect(await withExpiredTimeouts(() => finish(), odd)).toEqual({ type: 'refused' })
})

test.each([METADATA, '/token', '/me'])(
  'a provider that answers 503 at %s counts as unavailable',
  async (path) => {
    claims = {}
    says[path] = { status: 503 }
    expect(await finish()).toEqual({ type: 'unavailable' })
  },
)

test('a provider configured with https is never requested over http', async () => {
  const issuer = 'https://id.test'
  const asked: string[] = []
  const answers = usual(issuer)
  answers[METADATA] = { ...Object(answers[METADATA]), token_endpoint: 'http://id.test/token' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const address = input instanceof Request ? input.url : String(input)
    asked.push(address)
    return Response.json(answers[new URL(address).pathname])
  })
  expect(await finish(open({ issuer }))).toEqual({ type: 'refused' })
  expect(asked).toEqual([issuer + METADATA])
})

test('the settings enable one protocol of the university’s sign-in, or none', async () => {
  expect(createIdentityProvider({ university: undefined })).toBeUndefined()
  expect(await createIdentityProvider({ university: settings() })?.buildSignInUrl(VISIT)).toContain(
    '/auth?',
  )
})

test.each([
  ['t1001', 'T1001'],
  [' 990001\n', '990001'],
  [990001, '990001'],
  ['A'.repeat(32), 'A'.repeat(32)],
  ['A'.repeat(33), undefined],
  ['', undefined],
  ['T 1', undefined],
  ["1'", undefined],
  ['１', undefined],
  ['x\n', 'X'],
  [1.5, undefined],
  [-1, undefined],
  [true, undefined],
  [['T1001'], undefined],
  [undefined, undefined],
])('the claim %j gives the number %s', (said, number) => {
  expect(parsePersonNumber(said)).toEqual(
    number === undefined ? { type: 'refused' } : { type: 'number', number },
  )
})
