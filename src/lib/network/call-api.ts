import type { Call } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { type Language, selectTexts } from '#i18n/translate'
import { exchangeCall } from '#offline/transport/exchange-call'
import type { CallOutcome } from '#offline/transport/outcome'
import { currentLanguage } from '../language/language.ts'
import { addEnglishNames } from '../language/name-translator.ts'
import { appConfig } from '../platform/config.ts'
import { noteServerTime } from '../platform/server-clock.ts'
import { endSession, getMessagingUser, getSessionToken } from '../session/session.ts'
import { handleDatabaseEpoch } from './database-epoch.ts'
import { trackNetworkExchange } from './network-status.ts'
import { getRequestSettings } from './request-settings.ts'

export type { CallOutcome }

/**
 * What a request carries besides its body: the version on which it is based, and headers that the
 * requirements name.
 */
export interface CallOptions {
  readonly ifMatch?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The timeout, ms; `config.timeout` by default. */
  readonly timeout?: number
  /** The request is sent even if the page closes at once. */
  readonly keepalive?: boolean
}

/**
 * Makes a call of the contract as the signed-in person. Every outcome is returned as data, and
 * nothing is retried automatically. A response that ends the session ends it here.
 */
export async function callApi<I, O>(
  entry: Call<I, O>,
  input: I,
  { ifMatch, headers, keepalive, timeout = appConfig.timeout }: CallOptions = {},
): Promise<CallOutcome<O>> {
  const sentAs = getSessionToken()
  const began = Date.now()
  const outcome = await trackNetworkExchange(
    exchangeCall({
      call: entry,
      input,
      to: { ...getRequestSettings(), timeout },
      token: sentAs,
      ifMatch,
      headers,
      keepalive,
      accessToken: getMessagingUser()?.accessToken,
    }),
  )
  applyCallOutcome(outcome, sentAs, Date.now() - began)
  return outcome
}

/**
 * Applies those parts of an outcome that concern the whole app: the server's clock, the epoch of
 * the university's database, English names, and the end of the session whose token is `sentAs`.
 * `took`: the duration of the exchange, ms.
 */
export function applyCallOutcome(
  outcome: CallOutcome<unknown>,
  sentAs: string | undefined,
  took?: number,
): void {
  if (outcome.type === 'ok') {
    noteServerTime(outcome.at, took)
    if (outcome.epoch !== undefined && sentAs === getSessionToken())
      handleDatabaseEpoch(outcome.epoch)
    // If somebody has unbound since the request, the response contains names of the previous
    // person's courses and rooms.
    if (outcome.english !== undefined && sentAs === getSessionToken())
      addEnglishNames(outcome.english)
  }
  // A response to a request with an older token must not end the session that followed.
  if (outcome.type === 'signed-out' && sentAs !== undefined && sentAs === getSessionToken())
    endSession(outcome.page, outcome.why)
}

/**
 * Whether the campus did not respond: there was no response, or a response from an intermediary.
 * The network has then failed, and the app must not report a system of the university as faulty.
 */
export const isUnansweredOutcome = (outcome: CallOutcome<unknown>): boolean =>
  outcome.type === 'unreachable' || (outcome.type === 'unreadable' && outcome.isForeign === true)

const SERVER_ERROR = 500

/**
 * The sentence that explains a failed outcome (XC-10 to XC-15). The backend's own message takes
 * precedence over it.
 */
export function describeCallOutcome(
  outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>,
  language: Language = currentLanguage(),
): string {
  const texts = selectTexts(commonTexts, language)
  switch (outcome.type) {
    case 'refused':
      return outcome.issues?.[0]?.message ?? (outcome.message || texts.systemFault)
    case 'signed-out':
      return texts.signedOut
    case 'too-many':
      return texts.tooMany(outcome.after)
    case 'conflict':
      return outcome.message || texts.staleVersion
    case 'unreachable':
      return typeof navigator !== 'undefined' && !navigator.onLine
        ? texts.offlineOnly
        : texts.networkError
    case 'unreadable':
      // A proxy in front of the campus's server answers with a 5xx when the server is down (XC-13).
      return isUnansweredOutcome(outcome) && (outcome.status ?? 0) < SERVER_ERROR
        ? texts.networkError
        : (outcome.message ?? texts.serverError)
  }
}
