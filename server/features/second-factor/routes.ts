import type { secondFactor } from '#contract/second-factor'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Db } from '../../platform/database/db.ts'
import type { StaffRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  type HandlerResult,
  refuse,
  type HandlerServices,
} from '../../platform/http/handler.ts'
import { refundOnError } from '../../platform/http/limits/attempt-limiter.ts'
import { listAllCallerRoles } from '../../platform/http/permissions.ts'
import { type FailedAttempt, logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { type Caller, recordSecondFactor, type Session } from '../../platform/sessions/session.ts'
import { auditedHandler, recordAuditEntry } from '../office/public.ts'
import * as store from './store.ts'
import { buildTotpUri, createTotpSecret, findMatchingTotpTimeStep } from './totp.ts'

type StaffRequest = HandlerRequest<unknown> & { staff: StaffRow; session: Session }
type Refusal = Exclude<HandlerResult<never>, { type: 'ok' }>

const isRequired = (caller: Caller, { settings }: HandlerServices): boolean =>
  settings.secondFactor &&
  listAllCallerRoles(caller, settings).some((part) =>
    settings.secondFactorRoles.some((role) => role === part),
  )

const aboutOf = (staff: StaffRow) => `second factor of ${staff.code}`

/**
 * The handlers of the second factor: setting it up, verifying it, and moving it to another phone.
 */
export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  state: staffHandler(async ({ staff, session, caller, db, tools }) =>
    succeed({
      has: caller.hasFactor,
      required: isRequired(caller, tools),
      proven: session.isSecondFactorVerified,
      left: String(await store.countRecoveryCodes(db, staff.code)),
    }),
  ),

  begin: staffHandler(async ({ staff, session, caller, db, now, tools }) => {
    if (caller.hasFactor && !session.isSecondFactorVerified)
      return refuse(staffAccountsTexts.factorFirst)
    const secret = createTotpSecret()
    const pending = tools.sealer.seal(secret, aboutOf(staff))
    await store.storePendingSecret(db, { staff: staff.code, pending, now })
    return succeed({ secret, address: buildTotpUri(secret, staff.code, tools.settings.schoolName) })
  }),

  confirm: staffHandler(async (ask) => {
    const { staff, session, caller, now, input } = ask
    if (caller.hasFactor && !session.isSecondFactorVerified)
      return refuse(staffAccountsTexts.factorFirst)
    return withAttemptLimit(ask, async (db) => {
      const found = await store.findSecondFactorForUpdate(db, staff.code)
      if (found === undefined || found.pending === null)
        return refuse(staffAccountsTexts.factorNone)
      const step = checkCode(ask, found.pending, input.code)
      if (typeof step !== 'number') return step
      const recovery = await store.confirmPendingSecret(db, { staff: staff.code, step, now })
      await recordSecondFactor(db, session, now)
      await recordAuditEntry(db, { staff: staff.code, action: 'factor.confirm', now })
      return succeed({ recovery })
    })
  }),

  prove: staffHandler(async (ask) => {
    const { staff, session, now, input } = ask
    const isRecovery = input.code.length > 6
    return withAttemptLimit(ask, async (db) => {
      const found = await store.findSecondFactorForUpdate(db, staff.code)
      if (found === undefined || found.sealed === null) return refuse(staffAccountsTexts.factorNone)
      const recover = async () => {
        const taken = await store.consumeRecoveryCode(db, {
          staff: staff.code,
          code: input.code,
          now,
        })
        return taken ? Number(found.last_step) : refuse(staffAccountsTexts.factorWrong)
      }
      const step = isRecovery ? await recover() : checkCode(ask, found.sealed, input.code)
      if (typeof step !== 'number') return step
      if (!isRecovery && step <= Number(found.last_step))
        return refuse(staffAccountsTexts.factorUsed)
      await store.recordUsedTimeStep(db, staff.code, step)
      await recordSecondFactor(db, session, now)
      await recordAuditEntry(db, {
        staff: staff.code,
        action: 'factor.prove',
        now,
        details: { by: isRecovery ? 'recovery code' : 'authenticator' },
      })
      return succeed({})
    })
  }),

  remove: auditedHandler(async ({ staff, caller, db, tools, audit }) => {
    if (isRequired(caller, tools)) return refuse(staffAccountsTexts.factorRequired)
    await store.removeSecondFactor(db, staff.code)
    await audit({ action: 'factor.remove' })
    return succeed({})
  }),
}

function checkCode(
  { staff, now, tools }: StaffRequest,
  sealed: Buffer | null,
  code: string,
): number | Refusal {
  const secret = sealed === null ? undefined : tools.sealer.open(sealed, aboutOf(staff))
  if (secret === undefined) return refuse(staffAccountsTexts.factorKey)
  return findMatchingTotpTimeStep(secret, code, now) ?? refuse(staffAccountsTexts.factorWrong)
}

// Limits attempts as for passwords, because a million codes can be tried quickly. An attempt is
// counted before its outcome is known and outside the transaction, so that a rollback does not undo
// the count.
async function withAttemptLimit<T>(
  { tools, now, staff, db, address }: StaffRequest,
  find: (db: Db) => Promise<HandlerResult<T>>,
): Promise<HandlerResult<T>> {
  const account = `staff:${staff.code}`
  const failed = (outcome: FailedAttempt['outcome']) =>
    logFailedAttempt(tools.log, { what: 'second-factor', outcome, account, address })
  const begun = await tools.limits.identityProofs.beginAttempt({
    narrow: [`factor ${account}`],
    now,
  })
  if (begun.type === 'blocked') {
    failed('paused')
    return { type: 'too-many', seconds: begun.seconds }
  }
  const outcome = await refundOnError(begun, () => db.transaction().execute(find))
  const isWrong = outcome.type === 'refused' && outcome.says === staffAccountsTexts.factorWrong
  if (isWrong) failed('wrong')
  if (isWrong) await recordAuditEntry(db, { staff: staff.code, action: 'factor.wrong', now })
  else await begun.refund()
  return outcome
}
