import type { factor } from '#contract/factor'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { Db } from '../../platform/database/database.ts'
import type { StaffRow } from '../../platform/database/schema.ts'
import {
  type Ask,
  byStaff,
  good,
  type Handlers,
  type Outcome,
  refused,
  type Tools,
} from '../../platform/http/handler.ts'
import { allPartsOf } from '../../platform/http/permissions.ts'
import { orGivenBack } from '../../platform/http/wrong-tries.ts'
import { type FailedAttempt, logFailedAttempt } from '../../platform/monitoring/failed-attempts.ts'
import { type Caller, prove, type Session } from '../../platform/sessions/session.ts'
import { noteDeed } from '../office/face.ts'
import * as store from './store.ts'
import { addressOf, newSecretKey, stepOf } from './totp.ts'

type Asked = Ask<unknown> & { staff: StaffRow; session: Session }
type No = Exclude<Outcome<never>, { type: 'good' }>

const isRequired = (caller: Caller, { settings }: Tools): boolean =>
  settings.secondFactor &&
  allPartsOf(caller, settings).some((part) =>
    settings.secondFactorRoles.some((role) => role === part),
  )

const aboutOf = (staff: StaffRow) => `second factor of ${staff.code}`

/** The second factor: set up, shown at a sign-in, and moved to another phone. */
export const factorHandlers: Handlers<typeof factor> = {
  state: byStaff(async ({ staff, session, caller, db, tools }) =>
    good({
      has: caller.hasFactor,
      required: isRequired(caller, tools),
      proven: session.isProven,
      left: String(await store.recoveryLeft(db, staff.code)),
    }),
  ),

  begin: byStaff(async ({ staff, session, caller, db, now, tools }) => {
    if (caller.hasFactor && !session.isProven) return refused(staffAccountsTexts.factorFirst)
    const secret = newSecretKey()
    const pending = tools.sealer.seal(secret, aboutOf(staff))
    await store.keepPending(db, { staff: staff.code, pending, now })
    return good({ secret, address: addressOf(secret, staff.code, tools.settings.schoolName) })
  }),

  confirm: byStaff(async (ask) => {
    const { staff, session, caller, now, input } = ask
    if (caller.hasFactor && !session.isProven) return refused(staffAccountsTexts.factorFirst)
    return tried(ask, async (db) => {
      const found = await store.lockFactor(db, staff.code)
      if (found === undefined || found.pending === null)
        return refused(staffAccountsTexts.factorNone)
      const step = stepWith(ask, found.pending, input.code)
      if (typeof step !== 'number') return step
      const recovery = await store.confirmPending(db, { staff: staff.code, step, now })
      await prove(db, session, now)
      await noteDeed(db, { staff: staff.code, action: 'factor.confirm', now })
      return good({ recovery })
    })
  }),

  prove: byStaff(async (ask) => {
    const { staff, session, now, input } = ask
    const isRecovery = input.code.length > 6
    return tried(ask, async (db) => {
      const found = await store.lockFactor(db, staff.code)
      if (found === undefined || found.sealed === null)
        return refused(staffAccountsTexts.factorNone)
      const recover = async () => {
        const taken = await store.takeRecovery(db, { staff: staff.code, code: input.code, now })
        return taken ? Number(found.last_step) : refused(staffAccountsTexts.factorWrong)
      }
      const step = isRecovery ? await recover() : stepWith(ask, found.sealed, input.code)
      if (typeof step !== 'number') return step
      if (!isRecovery && step <= Number(found.last_step))
        return refused(staffAccountsTexts.factorUsed)
      await store.takeStep(db, staff.code, step)
      await prove(db, session, now)
      await noteDeed(db, {
        staff: staff.code,
        action: 'factor.prove',
        now,
        details: { by: isRecovery ? 'recovery code' : 'authenticator' },
      })
      return good({})
    })
  }),

  remove: byStaff(async ({ staff, caller, db, now, tools }) => {
    if (isRequired(caller, tools)) return refused(staffAccountsTexts.factorRequired)
    await store.removeFactor(db, staff.code)
    await noteDeed(db, { staff: staff.code, action: 'factor.remove', now })
    return good({})
  }),
}

function stepWith({ staff, now, tools }: Asked, sealed: Buffer | null, code: string): number | No {
  const secret = sealed === null ? undefined : tools.sealer.open(sealed, aboutOf(staff))
  if (secret === undefined) return refused(staffAccountsTexts.factorKey)
  return stepOf(secret, code, now) ?? refused(staffAccountsTexts.factorWrong)
}

// Counted before the outcome is known, as a password is: a million codes are soon tried. What is
// counted stands outside of the transaction, which a wrong code does not undo.
async function tried<T>(
  { tools, now, staff, db, address }: Asked,
  find: (db: Db) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const account = `staff:${staff.code}`
  const failed = (outcome: FailedAttempt['outcome']) =>
    logFailedAttempt(tools.log, { what: 'second-factor', outcome, account, address })
  const begun = await tools.limits.proofs.begin({ narrow: [`factor ${account}`], now })
  if (begun.type === 'wait') {
    failed('paused')
    return { type: 'too-many', seconds: begun.seconds }
  }
  const outcome = await orGivenBack(begun, () => db.transaction().execute(find))
  const isWrong = outcome.type === 'refused' && outcome.says === staffAccountsTexts.factorWrong
  if (isWrong) failed('wrong')
  if (isWrong) await noteDeed(db, { staff: staff.code, action: 'factor.wrong', now })
  else await begun.giveBack()
  return outcome
}
