import { identityTexts } from '#i18n/identity'
import type { LocalizedText } from '#i18n/translate'
import type { AccountRole } from '../../platform/database/schema/schema.ts'
import { type HandlerRequest, refuse, type HandlerResult } from '../../platform/http/handler.ts'
import {
  refundOnError,
  SUSPICIOUS_ATTEMPT_COUNT,
} from '../../platform/http/limits/attempt-limiter.ts'
import { logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { getSubjectOfCaller } from '../../platform/sessions/session.ts'
import * as store from './store.ts'

/** The claimed identity: the number, and the person to whom the number belongs, if there is one. */
export interface ClaimedIdentity {
  readonly role: AccountRole
  readonly number: string
  readonly codes: readonly string[]
  readonly openId: string
}

/**
 * The result of a sign-in attempt. If the attempt failed, it contains the outcome that the caller
 * has to return.
 */
export type SignInAttemptResult<T> =
  | { type: 'right'; found: T; device: string }
  | { type: 'no'; outcome: Exclude<HandlerResult<never>, { type: 'ok' }> }

/**
 * Runs a sign-in attempt. Attempts are counted by account (both numbers of a student are one
 * account), by messaging account and by network (D-15). All failures get the same response, no
 * matter which part is wrong. The owner of a guessed account is notified on the phone, and the
 * attempt is logged.
 *
 * Attempts from a browser in which this person has signed in before are counted separately, so that
 * attempts elsewhere do not block the owner. An attempt that pauses an account counts as several
 * attempts of its network.
 */
export async function attemptSignIn<T>(
  ask: HandlerRequest<unknown>,
  claim: ClaimedIdentity,
  find: () => Promise<T | undefined>,
): Promise<SignInAttemptResult<T>> {
  const { role, number, codes, openId } = claim
  const { deviceSecret } = ask
  const subjects = codes.map((code) => getSubjectOfCaller(role, code))
  const known =
    deviceSecret === undefined
      ? []
      : await store.findSubjectsOfDevice(ask.db, { device: deviceSecret, subjects })
  const targets =
    codes.length > 0
      ? subjects.map((subject) =>
          known.includes(subject) ? `${subject} on ${deviceSecret}` : subject,
        )
      : [`number ${number.toUpperCase()}`]
  const narrow = [...targets, ...(openId === '' ? [] : [`openid ${openId}`])]
  const nobody = codes.length === 0
  const wide = `address ${ask.address}`
  const begun = await ask.tools.limits.signIn.beginAttempt({
    narrow,
    wide,
    nobody,
    now: ask.now,
  })
  const failed = (outcome: 'wrong' | 'paused') =>
    logFailedAttempt(ask.tools.log, {
      what: 'sign-in',
      outcome,
      account: subjects[0] ?? `${role} ${number.toUpperCase()}`,
      address: ask.address,
    })
  if (begun.type === 'blocked') {
    failed('paused')
    return { type: 'no', outcome: { type: 'too-many', seconds: begun.seconds } }
  }
  const found = await refundOnError(begun, find)
  if (found !== undefined) {
    await begun.refund()
    return { type: 'right', found, device: deviceSecret ?? createSecret() }
  }
  failed('wrong')
  if (begun.attemptsToday >= SUSPICIOUS_ATTEMPT_COUNT) {
    await ask.tools.limits.signIn.addFailures(wide, FAILURES_PER_PAUSED_ACCOUNT)
    await Promise.all(
      codes.map((code) => reportGuessing(ask, { role, code, tries: begun.attemptsToday })),
    )
  }
  if (begun.retryAfterSeconds !== undefined)
    return { type: 'no', outcome: { type: 'too-many', seconds: begun.retryAfterSeconds } }
  return { type: 'no', outcome: refuse(WRONG[role]) }
}

const WRONG: Readonly<Record<AccountRole, LocalizedText>> = {
  student: identityTexts.bindFailed,
  staff: identityTexts.signInFailed,
}

// How many of the 300 failed attempts that a network has in ten minutes are used up when an account
// is paused. So a network can pause about a dozen accounts.
const FAILURES_PER_PAUSED_ACCOUNT = 20

async function reportGuessing(
  { db, now, tools }: HandlerRequest<unknown>,
  guessed: { role: AccountRole; code: string; tries: number },
): Promise<void> {
  const id = await store.recordPasswordGuessing(db, { ...guessed, now })
  tools.log.warn(
    { guessing: id, role: guessed.role, tries: guessed.tries },
    'Somebody guesses at a sign-in: see the table guessing',
  )
}

/** Whether the request proves its openId. 'none' if it contains no proof, or an expired proof. */
export async function checkOpenIdProof(
  { db, accessToken, now }: HandlerRequest<unknown>,
  openId: string,
): Promise<'true' | 'false' | 'none'> {
  if (accessToken === undefined || accessToken === '' || openId === '') return 'none'
  const proven = await store.findProvenOpenId(db, accessToken, now)
  if (proven === undefined) return 'none'
  return proven === openId ? 'true' : 'false'
}
