import { identityTexts } from '#i18n/identity'
import type { Text } from '#i18n/translate'
import type { Role } from '../../platform/database/schema.ts'
import { type Ask, refused, type Outcome } from '../../platform/http/handler.ts'
import { orGivenBack, SUSPICIOUS } from '../../platform/http/wrong-tries.ts'
import { logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { newSecret } from '../../platform/sessions/secrets.ts'
import { subjectOf } from '../../platform/sessions/session.ts'
import * as store from './store.ts'

/** Who somebody says they are: the number, and whom it belongs to, be there anybody. */
export interface Claim {
  readonly role: Role
  readonly number: string
  readonly codes: readonly string[]
  readonly openId: string
}

/** How a try to sign in ended; what is no success is an outcome for its caller. */
export type Tried<T> =
  | { type: 'right'; found: T; device: string }
  | { type: 'no'; outcome: Exclude<Outcome<never>, { type: 'good' }> }

/**
 * Try to sign in: counted by whom it is about (both numbers of a student are one), by messaging
 * account and by address (D-15). Every wrong part is answered alike. Whom somebody guesses at is
 * told on their phone, and the log says so.
 *
 * On a browser in which this person signed in before, its tries are counted by themselves: what
 * others try elsewhere shuts nobody out there. Whose tries pause an account pays for it with the
 * tries of its network.
 */
export async function attempt<T>(
  ask: Ask<unknown>,
  claim: Claim,
  find: () => Promise<T | undefined>,
): Promise<Tried<T>> {
  const { role, number, codes, openId } = claim
  const { device } = ask
  const subjects = codes.map((code) => subjectOf(role, code))
  const known = device === undefined ? [] : await store.knownOn(ask.db, { device, subjects })
  const targets =
    codes.length > 0
      ? subjects.map((subject) => (known.includes(subject) ? `${subject} on ${device}` : subject))
      : [`number ${number.toUpperCase()}`]
  const narrow = [...targets, ...(openId === '' ? [] : [`openid ${openId}`])]
  const nobody = codes.length === 0
  const wide = `address ${ask.address}`
  const begun = await ask.tools.limits.signIn.begin({
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
  if (begun.type === 'wait') {
    failed('paused')
    return { type: 'no', outcome: { type: 'too-many', seconds: begun.seconds } }
  }
  const found = await orGivenBack(begun, find)
  if (found !== undefined) {
    await begun.giveBack()
    return { type: 'right', found, device: device ?? newSecret() }
  }
  failed('wrong')
  if (begun.tries >= SUSPICIOUS) {
    await ask.tools.limits.signIn.charge(wide, PRICE_OF_A_PAUSE)
    await Promise.all(codes.map((code) => tell(ask, { role, code, tries: begun.tries })))
  }
  if (begun.late !== undefined)
    return { type: 'no', outcome: { type: 'too-many', seconds: begun.late } }
  return { type: 'no', outcome: refused(WRONG[role]) }
}

const WRONG: Readonly<Record<Role, Text>> = {
  student: identityTexts.bindFailed,
  staff: identityTexts.signInFailed,
}

// Of the 300 wrong tries of a network in ten minutes: it pauses a dozen accounts and no more.
const PRICE_OF_A_PAUSE = 20

async function tell(
  { db, now, tools }: Ask<unknown>,
  guessed: { role: Role; code: string; tries: number },
): Promise<void> {
  const id = await store.noteGuessing(db, { ...guessed, now })
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
  { db, accessToken, now }: Ask<unknown>,
  openId: string,
): Promise<'true' | 'false' | 'none'> {
  if (accessToken === undefined || accessToken === '' || openId === '') return 'none'
  const proven = await store.provenOpenId(db, accessToken, now)
  if (proven === undefined) return 'none'
  return proven === openId ? 'true' : 'false'
}
