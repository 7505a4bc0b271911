import { callApi } from '#app/lib/network/call-api.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { safeSessionStorage } from '#app/lib/platform/safe-storage.ts'
import { storeMessagingUser, getMessagingUser } from '#app/lib/session/session.ts'
import { identity } from '#contract/identity'

const EXPECTED = 'authState'
const TRIED = 'authTried'

/**
 * The URL of the messaging app's authorisation page (ID-33). That page redirects to `back` with a
 * code and the state. With `silent`, only the openId is requested: a request for more that no tap
 * of the user started makes the messaging app show a preview page and return nothing.
 */
export function createAuthoriseAddress(
  back: string,
  { silent = false }: { silent?: boolean } = {},
): string {
  // `randomUUID` is not used, because it needs a secure context.
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  safeSessionStorage.setItem(EXPECTED, state)
  recordAuthorisationTry()
  const address = new URL(appConfig.authorizeUrl, location.origin)
  // WeCom names the member without being asked for more.
  const scope = silent || appConfig.host === 'wecom' ? 'snsapi_base' : 'snsapi_userinfo'
  const query = { appid: appConfig.appId, redirect_uri: back, response_type: 'code', scope, state }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  // WeChat and WeCom require this fragment.
  if (appConfig.host !== 'sandbox') address.hash = 'wechat_redirect'
  return address.href
}

/** Records that authorisation is being tried on this visit. */
export const recordAuthorisationTry = (): void => safeSessionStorage.setItem(TRIED, '1')

/**
 * Whether authorisation was tried on this visit without success; a second attempt would only loop.
 * True also in a tab without sessionStorage, which would loop too.
 */
export const hasTriedAuthorisation = (): boolean =>
  safeSessionStorage.getItem(TRIED) !== null || !safeSessionStorage.isPersistent()

/** The authorisation code in a query string, if its state is the one that this tab sent (D-14). */
export function readAuthorisationCode(search: string): { code: string; state: string } | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  const state = query.get('state') ?? ''
  return code !== '' && state !== '' && state === safeSessionStorage.getItem(EXPECTED)
    ? { code, state }
    : undefined
}

/**
 * Exchanges the code for the messaging app's user. If that fails, the app continues without one
 * (ID-32).
 */
export async function exchangeAuthorisationCode({
  code,
  state,
}: {
  code: string
  state: string
}): Promise<void> {
  safeSessionStorage.removeItem(EXPECTED)
  const outcome = await callApi(identity.exchangeCode, { code, state, app: appConfig.appId })
  if (outcome.type !== 'ok') return
  storeMessagingUser({ ...outcome.data.user, accessToken: outcome.data.accessToken })
  if (getMessagingUser() !== null) safeSessionStorage.removeItem(TRIED)
}

/** Removes the code and the state that the messaging app added from a path. */
export function stripAuthorisationCode(href: string): string {
  const url = new URL(href, 'http://inner')
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  return url.pathname + url.search + url.hash
}
