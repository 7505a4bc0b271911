import type { Call } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { type Language, selectTexts } from '#i18n/translate'
import { exchangeCall } from '#offline/transport/exchange-call'
import type { Outcome } from '#offline/transport/outcome'
import { currentLanguage } from '../language/language.ts'
import { addEnglishNames } from '../language/name-translator.ts'
import { config } from '../platform/config.ts'
import { noteServerTime } from '../platform/server-clock.ts'
import { endSession, getMessagingUser, getSessionToken } from '../session/session.ts'
import { handleDatabaseEpoch } from './database-epoch.ts'
import { trackExchange } from './network-status.ts'
import { getRequestSettings } from './request-settings.ts'

export type { Outcome }

/**
 * What a request carries beside its words: the version that it was made from, and headers that the
 * requirements name.
 */
export interface CallOptions {
  readonly ifMatch?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer is waited for, ms; as the build says if not said. */
  readonly timeout?: number
  /** It is sent even if the page closes at once. */
  readonly keepalive?: boolean
}

/**
 * Make a call of the contract as who is bound here. Every outcome is data; nothing is repeated by
 * itself.
 */
export async function callApi<I, O>(
  entry: Call<I, O>,
  input: I,
  { ifMatch, headers, keepalive, timeout = config.timeout }: CallOptions = {},
): Promise<Outcome<O>> {
  const sentAs = getSessionToken()
  const began = Date.now()
  const outcome = await trackExchange(
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
  applyOutcome(outcome, sentAs, Date.now() - began)
  return outcome
}

/**
 * Learn from an answer what concerns the whole app: the server's clock, and that the session with
 * this token has ended.
 */
export function applyOutcome(
  outcome: Outcome<unknown>,
  sentAs: string | undefined,
  took?: number,
): void {
  if (outcome.type === 'ok') {
    noteServerTime(outcome.at, took)
    if (outcome.epoch !== undefined && sentAs === getSessionToken())
      handleDatabaseEpoch(outcome.epoch)
    // What was asked for before an unbinding names courses and rooms of somebody who is gone.
    if (outcome.english !== undefined && sentAs === getSessionToken())
      addEnglishNames(outcome.english)
  }
  // An answer to an older token must not end the session that came after it.
  if (outcome.type === 'signed-out' && sentAs !== undefined && sentAs === getSessionToken())
    endSession(outcome.page, outcome.why)
}

/**
 * Has the campus said nothing: no answer came, or one of somebody on the way? That is the network's
 * fault, and no system of the university is to be called faulty for it.
 */
export const isUnansweredOutcome = (outcome: Outcome<unknown>): boolean =>
  outcome.type === 'unreachable' || (outcome.type === 'unreadable' && outcome.isForeign === true)

const SERVER_ERROR = 500

/** Why it did not go well, as a sentence (XC-10 to XC-15); the backend's own words first. */
export function outcomeText(
  outcome: Exclude<Outcome<unknown>, { type: 'ok' }>,
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
      // What stands in front of the campus's server says so when that is down (XC-13).
      return isUnansweredOutcome(outcome) && (outcome.status ?? 0) < SERVER_ERROR
        ? texts.networkError
        : (outcome.message ?? texts.serverError)
  }
}
