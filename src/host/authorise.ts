import { callApi } from '#app/lib/network/call-api.ts'
import { config } from '#app/lib/platform/config.ts'
import { safeSessionStorage } from '#app/lib/platform/safe-storage.ts'
import { storeMessagingUser, getMessagingUser } from '#app/lib/session/session.ts'
import { identity } from '#contract/identity'

const EXPECTED = 'authState'
const TRIED = 'authTried'

/**
 * Where the messaging app is asked who the user is (ID-33); it comes back to `back` with a code and
 * our state. `silent` asks for no more than the openId: asked for more without a tap, the app shows
 * a preview page, which tells nobody.
 */
export function createAuthoriseAddress(
  back: string,
  { silent = false }: { silent?: boolean } = {},
): string {
  // Not randomUUID, which only a secure context has.
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  safeSessionStorage.setItem(EXPECTED, state)
  safeSessionStorage.setItem(TRIED, '1')
  const address = new URL(config.authorizeUrl, location.origin)
  const scope = silent ? 'snsapi_base' : 'snsapi_userinfo'
  const query = { appid: config.appId, redirect_uri: back, response_type: 'code', scope, state }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  // The real provider insists on this ending.
  if (config.host === 'wechat') address.hash = 'wechat_redirect'
  return address.href
}

/**
 * Was the messaging app asked on this visit, without a good answer? A second time would only go in
 * circles; so would a tab without a memory.
 */
export const hasTriedAuthorisation = (): boolean =>
  safeSessionStorage.getItem(TRIED) !== null || !safeSessionStorage.isPersistent()

/** The code in an address, if it answers the question that this tab has asked (D-14). */
export function readAuthorisationCode(search: string): { code: string; state: string } | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  const state = query.get('state') ?? ''
  return code !== '' && state !== '' && state === safeSessionStorage.getItem(EXPECTED)
    ? { code, state }
    : undefined
}

/**
 * Trade the code for the messaging app's user. Whatever goes wrong, the app goes on without it
 * (ID-32).
 */
export async function exchangeCode({
  code,
  state,
}: {
  code: string
  state: string
}): Promise<void> {
  safeSessionStorage.removeItem(EXPECTED)
  const outcome = await callApi(identity.exchangeCode, { code, state, app: config.appId })
  if (outcome.type !== 'ok') return
  storeMessagingUser({ ...outcome.data.user, accessToken: outcome.data.accessToken })
  if (getMessagingUser() !== null) safeSessionStorage.removeItem(TRIED)
}

/** An address without the code and state that the messaging app has added. */
export function stripAuthorisationCode(href: string): string {
  const url = new URL(href, 'http://inner')
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  return url.pathname + url.search + url.hash
}
