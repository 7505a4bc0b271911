import { identityTexts } from '#i18n/identity'
import type { Text } from '#i18n/translate'
import type { AccountRole } from '../../platform/database/schema/schema.ts'
import { type HandlerRequest, refuse, type HandlerResult } from '../../platform/http/handler.ts'
import { refundOnError, SUSPICIOUS_ATTEMPTS } from '../../platform/http/limits/attempt-limiter.ts'
import { logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { subjectOf } from '../../platform/sessions/session.ts'
import * as store from './store.ts'

/** Who somebody says they are: the number, and whom it belongs to, be there anybody. */
export interface Claim {
  readonly role: AccountRole
  readonly number: string
  readonly codes: readonly string[]
  readonly openId: string
}

/** How a try to sign in ended; what is no success is an outcome for its caller. */
export type SignInAttemptResult<T> =
  | { type: 'right'; found: T; device: string }
  | { type: 'no'; outcome: Exclude<HandlerResult<never>, { type: 'ok' }> }

/**
 * Try to sign in: counted by whom it is about (both numbers of a student are one), by messaging
 * account and by address (D-15). Every wrong part is answered alike. Whom somebody guesses at is
 * told on their phone, and the log says so.
 *
 * On a browser in which this person signed in before, its tries are counted by themselves: what
 * others try elsewhere shuts nobody out there. Whose tries pause an account pays for it with the
 * tries of its network.
 */
export async function attemptSignIn<T>(
  ask: HandlerRequest<unknown>,
  claim: Claim,
  find: () => Promise<T | undefined>,
): Promise<SignInAttemptResult<T>> {
  const { role, number, codes, openId } = claim
  const { deviceSecret } = ask
  const subjects = codes.map((code) => subjectOf(role, code))
  const known =
    deviceSecret === undefined
      ? []
      : await store.findKnownSubjects(ask.db, { device: deviceSecret, subjects })
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
  if (begun.attemptsToday >= SUSPICIOUS_ATTEMPTS) {
    await ask.tools.limits.signIn.addFailures(wide, PRICE_OF_A_PAUSE)
    await Promise.all(
      codes.map((code) => reportGuessing(ask, { role, code, tries: begun.attemptsToday })),
    )
  }
  if (begun.retryAfterSeconds !== undefined)
    return { type: 'no', outcome: { type: 'too-many', seconds: begun.retryAfterSeconds } }
  return { type: 'no', outcome: refuse(WRONG[role]) }
}

const WRONG: Readonly<Record<AccountRole, Text>> = {
  student: identityTexts.bindFailed,
  staff: identityTexts.signInFailed,
}

// Of the 300 wrong tries of a network in ten minutes: it pauses a dozen accounts and no more.
const PRICE_OF_A_PAUSE = 20

async function reportGuessing(
  { db, now, tools }: HandlerRequest<unknown>,
  guessed: { role: AccountRole; code: string; tries: number },
): Promise<void> {
  const id = await store.recordGuessing(db, { ...guessed, now })
  tools.log.warn(
    { guessing: id, role: guessed.role, tries: guessed.tries },
    'Somebody guesses at a sign-in: see the table guessing',
  )
}

/**
 * Does the request prove that this openId is its own? 'none' when it tries no proof, or one that
 * ran out.
 */
export async function proofOf(
  { db, accessToken, now }: HandlerRequest<unknown>,
  openId: string,
): Promise<'true' | 'false' | 'none'> {
  if (accessToken === undefined || accessToken === '' || openId === '') return 'none'
  const proven = await store.findProvenOpenId(db, accessToken, now)
  if (proven === undefined) return 'none'
  return proven === openId ? 'true' : 'false'
}
