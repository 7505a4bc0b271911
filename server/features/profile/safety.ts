import type { profile } from '#contract/profile'
import { dailyServerTexts } from '#i18n/daily-server'
import { familyTexts } from '#i18n/family'
import { profileTexts } from '#i18n/profile'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Text } from '#i18n/translate'
import {
  type Ask,
  good,
  type Handler,
  type Handlers,
  type Outcome,
  refused,
} from '../../platform/http/handler.ts'
import { orGivenBack } from '../../platform/http/wrong-tries.ts'
import { type FailedAttempt, logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { isPassword } from '../../platform/sessions/password.ts'
import { endOthers } from '../../platform/sessions/session.ts'
import { type Weakness, weaknessOf } from '../../platform/sessions/weak-passwords.ts'
import * as account from './account.ts'
import { isCode } from './codes.ts'

type Safety = 'checkPhone' | 'changePhone' | 'changePassword' | 'checkIdentity' | 'resetPassword'

const byKnown =
  <I, O>(
    handler: (ask: Ask<I> & { caller: account.Known }) => Promise<Outcome<O>>,
  ): Handler<I, O> =>
  async (ask) => {
    const { caller } = ask
    return caller.role === 'nobody' ? { type: 'signed-out' } : handler({ ...ask, caller })
  }

type Proving = { caller: account.Known } & Pick<Ask<unknown>, 'tools' | 'now' | 'address'>
type Proof = 'phone' | 'password' | 'identity'

// The try is counted before its outcome is known, so that tries made at once cannot slip through.
async function proof(ask: Proving, what: Proof) {
  const { caller, tools, now } = ask
  const begun = await tools.limits.proofs.begin({ narrow: [`${what} ${caller.subject}`], now })
  if (begun.type === 'wait') logFailed(ask, what, 'paused')
  return begun
}

const logFailed = (
  { caller, tools, address }: Proving,
  what: Proof,
  outcome: FailedAttempt['outcome'],
) => logFailedAttempt(tools.log, { what, outcome, account: caller.subject, address })

/** Say that this proof was wrong, in the log too. */
function wrong(ask: Proving, what: Proof, says: Text) {
  logFailed(ask, what, 'wrong')
  return refused(says)
}

// Staff see what is not theirs, so their passwords are harder to guess.
function weakIn(caller: account.Known, password: string): Text | undefined {
  if (caller.role !== 'staff') return undefined
  const weakness = weaknessOf(password, caller.staff.code)
  return weakness && WEAKNESSES[weakness]
}

const WEAKNESSES: Readonly<Record<Weakness, Text>> = {
  short: staffAccountsTexts.passwordShort,
  number: staffAccountsTexts.passwordIsNumber,
  common: staffAccountsTexts.passwordCommon,
}

/** Phone and password of one's own account, for students and staff alike (PRO, D-94, D-95). */
export const safety: Pick<Handlers<typeof profile>, Safety> = {
  checkPhone: byKnown(async (ask) => {
    const onRecord = account.phoneOf(ask.caller)
    if (onRecord === undefined) return refused(profileTexts.askAdministrator)
    const attempt = await proof(ask, 'phone')
    if (attempt.type === 'wait') return { type: 'too-many', seconds: attempt.seconds }
    if (ask.input.phone !== onRecord) return wrong(ask, 'phone', dailyServerTexts.phoneNotOnRecord)
    await attempt.giveBack()
    return good({
      ticket: await account.newTicket(ask.db, 'phone_ticket', {
        subject: ask.caller.subject,
        now: ask.now,
      }),
    })
  }),

  changePhone: byKnown(async ({ input, caller, db, now }) => {
    const { phone, code, ticket = '' } = input
    // The ticket is checked before the code and used up after it, so that a wrong code does not
    // send the person back to the start.
    const shown = { subject: caller.subject, ticket, now }
    if (!(await account.isTicket(db, 'phone_ticket', shown)))
      return refused(dailyServerTexts.ticketEnded)
    if (!(await isCode({ db, caller, now }, { scene: 'change', phone, code })))
      return refused(familyTexts.codeMismatch)
    if (!(await account.useTicket(db, 'phone_ticket', shown)))
      return refused(dailyServerTexts.ticketEnded)
    await account.setPhone(db, caller, phone)
    return good({})
  }),

  changePassword: byKnown(async (ask) => {
    const { input, caller, db, now } = ask
    const until = caller.role === 'staff' ? caller.staff.first_password_until : null
    if (until !== null && until <= now) return refused(staffAccountsTexts.firstPasswordEnded)
    if (until !== null && input.new === input.old)
      return refused(staffAccountsTexts.ownPasswordFirst)
    const weak = weakIn(caller, input.new)
    if (weak !== undefined) return refused(weak)
    const attempt = await proof(ask, 'password')
    if (attempt.type === 'wait') return { type: 'too-many', seconds: attempt.seconds }
    const isRight = await orGivenBack(attempt, async () =>
      isPassword(input.old, await account.storedPassword(db, caller)),
    )
    if (!isRight) return wrong(ask, 'password', dailyServerTexts.oldPasswordWrong)
    await attempt.giveBack()
    await db.transaction().execute(async (tx) => {
      await account.setPassword(tx, caller, input.new)
      await endOthers(tx, caller, now)
    })
    return good({})
  }),

  checkIdentity: byKnown(async (ask) => {
    const { input, caller, db, now } = ask
    const onRecord = account.idCardOf(caller)
    if (onRecord === undefined) return refused(profileTexts.askAdministrator)
    const attempt = await proof(ask, 'identity')
    if (attempt.type === 'wait') return { type: 'too-many', seconds: attempt.seconds }
    if (input.idCard.toUpperCase() !== onRecord.toUpperCase())
      return wrong(ask, 'identity', profileTexts.idCardWrong)
    await attempt.giveBack()
    return good({
      ticket: await account.newTicket(db, 'reset_ticket', { subject: caller.subject, now }),
    })
  }),

  resetPassword: byKnown(async ({ input, caller, db, now }) => {
    const weak = weakIn(caller, input.new)
    if (weak !== undefined) return refused(weak)
    const isGood = await account.useTicket(db, 'reset_ticket', {
      subject: caller.subject,
      ticket: input.ticket,
      now,
    })
    if (!isGood) return refused(dailyServerTexts.ticketEnded)
    await account.setPassword(db, caller, input.new)
    await endOthers(db, caller, now)
    return good({})
  }),
}
