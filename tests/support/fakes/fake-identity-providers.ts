import { createServer, type RequestListener, type Server } from 'node:http'
import Provider from 'oidc-provider'
import { findFreePort } from '../backend/free-port.ts'

/** The sign-in of a university, with a page of its own. */
export interface FakeIdentityProvider {
  /** The settings that make the backend use this sign-in. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => void
}

const SECRET = 'a secret of the campus and the university'
/**
 * The page on which a person confirms the sign-in. A program that only follows redirects skips it.
 */
const page = (action: string) =>
  `<!doctype html><title>University</title><form method="post" action="${action}"><button>Sign in</button></form>`
const wantsPage = ({ headers }: { headers: { accept?: string | undefined } }) =>
  headers.accept?.includes('text/html') === true

// The provider has another host name than the campus, so that it is another site with other cookies
// to a browser.
async function listen(made: (origin: string) => RequestListener): Promise<[string, Server]> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const server = createServer(made(origin))
  await new Promise<void>((done) => {
    server.listen(port, 'localhost', done)
  })
  return [origin, server]
}

/** An OpenID Connect provider at which `who` signs in. */
export async function startFakeOidc(
  returnTo: string,
  who: () => string,
): Promise<FakeIdentityProvider> {
  const [origin, server] = await listen((issuer) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: 'campus', client_secret: SECRET, redirect_uris: [returnTo] }],
      pkce: { required: () => true },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, number: who() }),
      }),
      claims: { openid: ['sub', 'number'] },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the tests'] },
    })
    const answer = provider.callback()
    return (request, response) => {
      const { url = '', method } = request
      if (!url.startsWith('/interaction/')) void answer(request, response)
      else if (method === 'GET' && wantsPage(request))
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(url))
      else
        void provider.interactionFinished(request, response, {
          login: { accountId: `someone-${who()}` },
        })
    }
  })
  return {
    env: {
      OIDC_ISSUER: origin,
      OIDC_CLIENT_ID: 'campus',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_NUMBER_CLAIM: 'number',
    },
    close: () => server.close(),
  }
}

/** A CAS server. `says` is the XML with which it validates every ticket; '' makes it fail. */
export async function startFakeCas(
  says: () => string,
): Promise<FakeIdentityProvider & { readonly asked: readonly URLSearchParams[] }> {
  const asked: URLSearchParams[] = []
  const [origin, server] = await listen((own) => (request, response) => {
    const url = new URL(request.url ?? '', own)
    if (url.pathname !== '/cas/login') {
      asked.push(url.searchParams)
      response.writeHead(says() === '' ? 500 : 200).end(says())
    } else if (request.method === 'GET' && wantsPage(request))
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(url.pathname + url.search))
    else
      response.writeHead(302, { location: `${url.searchParams.get('service')}&ticket=ST-1` }).end()
  })
  return {
    env: { CAS_URL: `${origin}/cas`, CAS_NUMBER_ATTRIBUTE: 'employeeNumber' },
    asked,
    close: () => server.close(),
  }
}

/**
 * Follow every redirect of a sign-in with its cookies, as a browser does, until it returns to
 * `returnTo`.
 */
export async function followSignInRedirects(
  address: string,
  returnTo: string,
): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let at = address
  for (let steps = 0; steps < 10; steps++) {
    const { headers } = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    at = new URL(headers.get('location') ?? '', at).href
    if (at.startsWith(returnTo)) return new URL(at).searchParams
  }
  throw new Error(`the university never came back: ${at}`)
}
