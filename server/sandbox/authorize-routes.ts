import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sandboxTexts } from '#i18n/sandbox'
import { type Clock, DAY_SECONDS } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { requestLanguage } from '../platform/http/incoming-request.ts'
import { renderAuthorizePage, SANDBOX_PAGE_CSP, renderMessagePage } from './render-pages.ts'
import { AUTHORIZE_PATH } from './sandbox-host.ts'
import {
  findSandboxUser,
  createAuthorizationCode,
  createSandboxUser,
  type SandboxUser,
} from './store.ts'

const COOKIE = 'sandbox-open-id'
const FIELDS = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'] as const

/** Creates the routes of the sandbox's authorization page. */
export function createSandboxAuthorizeRoutes({ db, clock }: { db: Db; clock: Clock }): Hono {
  const pages = new Hono()

  pages.get(AUTHORIZE_PATH, async (c) => {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, c.req.query(name) ?? '']))
    const target = targetOf(c, fields['redirect_uri'])
    if (target === undefined) return wrongAddress(c)
    const user = await known(c)
    // The scope snsapi_base is granted without a page.
    if (fields['scope'] === 'snsapi_base')
      return goBack(c, {
        target,
        state: fields['state'],
        persona: user ?? (await fresh(c)),
        snapshot: false,
      })
    return html(
      c,
      200,
      renderAuthorizePage({ language: requestLanguage(c), persona: user, fields }),
    )
  })

  pages.post(AUTHORIZE_PATH, async (c) => {
    // A body can claim to be a form and be none.
    const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
    const field = (name: string) => {
      const said = form[name]
      return typeof said === 'string' ? said : ''
    }
    const target = targetOf(c, field('redirect_uri'))
    if (target === undefined) return wrongAddress(c)
    const choice = field('choice')
    if (choice === 'refuse') return c.redirect(target.href, 303)
    const user = (choice === 'same' ? await known(c) : undefined) ?? (await fresh(c))
    return goBack(c, {
      target,
      state: field('state'),
      persona: user,
      snapshot: choice === 'snapshot',
    })
  })

  return pages

  function known(c: Context): Promise<SandboxUser | undefined> | undefined {
    const openId = getCookie(c, COOKIE)
    return openId === undefined ? undefined : findSandboxUser(db, openId)
  }

  async function fresh(c: Context): Promise<SandboxUser> {
    const user = await createSandboxUser(db, {
      nickname: sandboxTexts.nickname[requestLanguage(c)],
      now: clock.now(),
    })
    setCookie(c, COOKIE, user.openId, {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 365 * DAY_SECONDS,
    })
    return user
  }

  async function goBack(
    c: Context,
    {
      target,
      state,
      persona: user,
      snapshot,
    }: { target: URL; state: string | undefined; persona: SandboxUser; snapshot: boolean },
  ) {
    target.searchParams.set(
      'code',
      await createAuthorizationCode(db, { openId: user.openId, snapshot, now: clock.now() }),
    )
    target.searchParams.set('state', state ?? '')
    return c.redirect(target.href, 303)
  }
}

// Returns the address to redirect to. Only addresses of this site are allowed, because other sites
// must not get codes.
function targetOf(c: Context, address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const host = c.req.header('host') ?? new URL(c.req.url).host
  return ['http:', 'https:'].includes(url.protocol) && url.host === host ? url : undefined
}

const wrongAddress = (c: Context) => {
  const language = requestLanguage(c)
  return html(c, 400, renderMessagePage({ language, says: sandboxTexts.wrongAddress[language] }))
}

function html(c: Context, status: 200 | 400, page: string) {
  c.header('Content-Security-Policy', SANDBOX_PAGE_CSP)
  c.header('Cache-Control', 'no-store')
  return c.html(page, status)
}
