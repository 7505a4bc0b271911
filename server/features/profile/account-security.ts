import { listIdNumberSpellings } from '#contract/id-document'
import type { profile } from '#contract/profile'
import { dailyServerTexts } from '#i18n/daily-server'
import { familyTexts } from '#i18n/family'
import { profileTexts } from '#i18n/profile'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { LocalizedText } from '#i18n/translate'
import {
  type HandlerRequest,
  succeed,
  type Handler,
  type Handlers,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { refundOnError } from '../../platform/http/limits/attempt-limiter.ts'
import { type FailedAttempt, logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { verifyPassword } from '../../platform/sessions/password.ts'
import { endOtherSessions } from '../../platform/sessions/session.ts'
import {
  type PasswordWeakness,
  findPasswordWeakness,
} from '../../platform/sessions/weak-passwords.ts'
import * as account from './account.ts'
import { verifySmsCode } from './sms-codes.ts'

type SecurityCall =
  | 'checkPhone'
  | 'changePhone'
  | 'changePassword'
  | 'checkIdentity'
  | 'resetPassword'

const boundCallerHandler =
  <I, O>(
    handler: (
      ask: HandlerRequest<I> & { caller: account.BoundCaller },
    ) => Promise<HandlerResult<O>>,
  ): Handler<I, O> =>
  async (ask) => {
    const { caller } = ask
    return caller.role === 'nobody' ? { type: 'signed-out' } : handler({ ...ask, caller })
  }

type ProofContext = { caller: account.BoundCaller } & Pick<
  HandlerRequest<unknown>,
  'tools' | 'now' | 'address'
>
type Proof = 'phone' | 'password' | 'identity'

// The attempt is counted before its outcome is known, so that concurrent attempts are also counted.
async function beginProofAttempt(ask: ProofContext, what: Proof) {
  const { caller, tools, now } = ask
  const begun = await tools.limits.identityProofs.beginAttempt({
    narrow: [`${what} ${caller.subject}`],
    now,
  })
  if (begun.type === 'blocked') logFailed(ask, what, 'paused')
  return begun
}

const logFailed = (
  { caller, tools, address }: ProofContext,
  what: Proof,
  outcome: FailedAttempt['outcome'],
) => logFailedAttempt(tools.log, { what, outcome, account: caller.subject, address })

/** Refuses a wrong proof and logs it. */
function rejectProof(ask: ProofContext, what: Proof, says: LocalizedText) {
  logFailed(ask, what, 'wrong')
  return refuse(says)
}

// Staff have access to other people's data, so their passwords must be stronger.
function explainWeakPassword(
  caller: account.BoundCaller,
  password: string,
): LocalizedText | undefined {
  if (caller.role !== 'staff') return undefined
  const weakness = findPasswordWeakness(password, caller.staff.code)
  return weakness && WEAKNESSES[weakness]
}

const WEAKNESSES: Readonly<Record<PasswordWeakness, LocalizedText>> = {
  short: staffAccountsTexts.passwordShort,
  number: staffAccountsTexts.passwordIsNumber,
  common: staffAccountsTexts.passwordCommon,
}

/**
 * The handlers with which students and staff change their own phone number and password (PRO, D-94,
 * D-95).
 */
export const accountSecurityHandlers: Pick<Handlers<typeof profile>, SecurityCall> = {
  checkPhone: boundCallerHandler(async (ask) => {
    const onRecord = account.getPhoneNumberOfCaller(ask.caller)
    if (onRecord === undefined) return refuse(profileTexts.askAdministrator)
    const attempt = await beginProofAttempt(ask, 'phone')
    if (attempt.type === 'blocked') return { type: 'too-many', seconds: attempt.seconds }
    if (ask.input.phone !== onRecord)
      return rejectProof(ask, 'phone', dailyServerTexts.phoneNotOnRecord)
    await attempt.refund()
    return succeed({
      ticket: await account.createActionTicket(ask.db, 'phone_ticket', {
        subject: ask.caller.subject,
        now: ask.now,
      }),
    })
  }),

  changePhone: boundCallerHandler(async ({ input, caller, db, now }) => {
    const { phone, code, ticket = '' } = input
    // The ticket is checked before the code and consumed after the code, so that the person does
    // not have to start again after a wrong code.
    const shown = { subject: caller.subject, ticket, now }
    if (!(await account.isActionTicketValid(db, 'phone_ticket', shown)))
      return refuse(dailyServerTexts.ticketEnded)
    if (!(await verifySmsCode({ db, caller, now }, { scene: 'change', phone, code })))
      return refuse(familyTexts.codeMismatch)
    if (!(await account.consumeActionTicket(db, 'phone_ticket', shown)))
      return refuse(dailyServerTexts.ticketEnded)
    await account.storePhoneNumberOfCaller(db, caller, phone)
    return succeed({})
  }),

  changePassword: boundCallerHandler(async (ask) => {
    const { input, caller, db, now } = ask
    const until = caller.role === 'staff' ? caller.staff.first_password_until : null
    if (until !== null && until <= now) return refuse(staffAccountsTexts.firstPasswordEnded)
    if (until !== null && input.new === input.old)
      return refuse(staffAccountsTexts.ownPasswordFirst)
    const weak = explainWeakPassword(caller, input.new)
    if (weak !== undefined) return refuse(weak)
    const attempt = await beginProofAttempt(ask, 'password')
    if (attempt.type === 'blocked') return { type: 'too-many', seconds: attempt.seconds }
    const isRight = await refundOnError(attempt, async () =>
      verifyPassword(input.old, await account.storedPassword(db, caller)),
    )
    if (!isRight) return rejectProof(ask, 'password', dailyServerTexts.oldPasswordWrong)
    await attempt.refund()
    await db.transaction().execute(async (tx) => {
      await account.storePassword(tx, caller, input.new)
      await endOtherSessions(tx, caller, now)
    })
    return succeed({})
  }),

  checkIdentity: boundCallerHandler(async (ask) => {
    const { input, caller, db, now } = ask
    const onRecord = account.getIdCardOfCaller(caller)
    if (onRecord === undefined) return refuse(profileTexts.askAdministrator)
    const attempt = await beginProofAttempt(ask, 'identity')
    if (attempt.type === 'blocked') return { type: 'too-many', seconds: attempt.seconds }
    if (!listIdNumberSpellings(input.idCard).includes(onRecord.toUpperCase()))
      return rejectProof(ask, 'identity', profileTexts.idCardWrong)
    await attempt.refund()
    return succeed({
      ticket: await account.createActionTicket(db, 'reset_ticket', {
        subject: caller.subject,
        now,
      }),
    })
  }),

  resetPassword: boundCallerHandler(async ({ input, caller, db, now }) => {
    const weak = explainWeakPassword(caller, input.new)
    if (weak !== undefined) return refuse(weak)
    const isGood = await account.consumeActionTicket(db, 'reset_ticket', {
      subject: caller.subject,
      ticket: input.ticket,
      now,
    })
    if (!isGood) return refuse(dailyServerTexts.ticketEnded)
    await account.storePassword(db, caller, input.new)
    await endOtherSessions(db, caller, now)
    return succeed({})
  }),
}
