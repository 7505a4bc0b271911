import type { identity } from '#contract/identity'
import { commonTexts } from '#i18n/common'
import { identityTexts } from '#i18n/identity'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { createConcurrencyLimit } from '../../platform/concurrency.ts'
import {
  studentHandler,
  succeed,
  type Handlers,
  refuse,
  succeedWithSession,
} from '../../platform/http/handler.ts'
import { refundOnError } from '../../platform/http/limits/attempt-limiter.ts'
import { verifyPassword } from '../../platform/sessions/password.ts'
import { signIn, signOut, getSubjectOfCaller } from '../../platform/sessions/session.ts'
import { admissionRuleOf, isStudentAdmitted } from '../admission-rule/public.ts'
import { findRoom } from '../assigned-room/public.ts'
import { issuePassCredential } from '../checkin/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import { needsBed } from '../student-levels/public.ts'
import { accountPictureHandlers, accountPictureAddress } from './account-picture.ts'
import { attemptSignIn, checkOpenIdProof } from './attempt-sign-in.ts'
import { findPerson, attemptIdCardSignIn } from './find-person.ts'
import * as store from './store.ts'
import { toStaffPerson } from './to-person.ts'

const limitConcurrency = createConcurrencyLimit({ atOnce: 2, waiting: 40 })

/** The handlers of binding, sign-in and unbinding (ID). */
export const identityHandlers: Handlers<typeof identity> = {
  exchangeCode: async ({ input, db, now, address, tools }) => {
    const begun = await tools.limits.messagingAppCodes.beginAttempt({
      narrow: [],
      wide: `address ${address}`,
      now,
    })
    if (begun.type === 'blocked') return { type: 'too-many', seconds: begun.seconds }
    const host = tools.hosts.find(input.app ?? '')
    const trade = async () =>
      host === undefined ? ({ type: 'bad-code' } as const) : host.exchangeCode(db, input.code, now)
    // Only the messaging app knows whether a code is valid, so a network that has sent many invalid
    // codes has to wait.
    const found = await refundOnError(begun, () =>
      begun.retryAfterSeconds === undefined ? trade() : limitConcurrency(trade),
    )
    if (found.type !== 'bad-code') await begun.refund()
    switch (found.type) {
      case 'person': {
        const { token, nickname, avatar } = await store.issueOpenIdProof(db, { ...found, now })
        const { openId } = found
        const { basePath } = tools.settings
        const address = await accountPictureAddress(db, { openId, source: avatar, basePath })
        return succeed({ accessToken: token, user: { openId, nickname, avatar: address } })
      }
      case 'snapshot':
        return refuse(refusalTexts.snapshot)
      case 'bad-code':
        return begun.retryAfterSeconds === undefined
          ? refuse(refusalTexts.codeUsed)
          : { type: 'too-many', seconds: begun.retryAfterSeconds }
      case 'unavailable':
        return refuse(refusalTexts.hostAway)
    }
  },

  bind: async (ask) => {
    const { idCard, openId, examNumber = '', studentNumber = '' } = ask.input
    const number = examNumber || studentNumber
    if (number === '' || idCard === '' || openId === '') return refuse(identityTexts.bindEmpty)
    const tried = await attemptIdCardSignIn(ask, { number, idCard, openId })
    if (tried.type === 'no') return tried.outcome
    const { student, proof } = tried.found
    // An openId without a proof can belong to anybody. So number and ID number sign the person in,
    // but the messaging account is not bound (D-15).
    if (proof === 'true')
      await store.bindMessagingAccount(ask.db, {
        openId,
        role: 'student',
        code: student.code,
        now: ask.now,
      })
    return succeed({})
  },

  find: findPerson,
  ...accountPictureHandlers,

  signIn: async (ask) => {
    const { workNumber, password, openId } = ask.input
    if (workNumber === '' || password === '') return refuse(identityTexts.bindEmpty)
    const known = await store.findStaffByCode(ask.db, workNumber)
    const codes = known === undefined ? [] : [known.code]
    const tried = await attemptSignIn(
      ask,
      { role: 'staff', number: workNumber, codes, openId },
      async () => {
        const proof = await checkOpenIdProof(ask, openId)
        const isRight = await verifyPassword(password, known?.password_hash)
        return known !== undefined && known.closed_at === null && isRight && proof !== 'false'
          ? { staff: known, proof }
          : undefined
      },
    )
    if (tried.type === 'no') return tried.outcome
    const { staff, proof } = tried.found
    if (staff.first_password_until !== null && staff.first_password_until <= ask.now)
      return refuse(staffAccountsTexts.firstPasswordEnded)
    if (
      staff.first_password_until !== null &&
      !(await store.recordFirstPasswordUse(ask.db, staff.code, ask.now))
    )
      return refuse(staffAccountsTexts.firstPasswordSpent)
    const who = { role: 'staff', code: staff.code, now: ask.now } as const
    if (proof === 'true') await store.bindMessagingAccount(ask.db, { ...who, openId })
    const token = await signIn(ask.db, {
      ...who,
      openId: proof === 'true' ? openId : null,
      language: ask.language,
    })
    const roles = await store.findRolesOfStaff(ask.db, staff.code)
    if (roles.length > 0)
      await recordAuditEntry(ask.db, { staff: staff.code, action: 'office.signIn', now: ask.now })
    const { device } = tried
    await store.rememberDevice(ask.db, {
      device,
      subject: getSubjectOfCaller('staff', staff.code),
      now: ask.now,
    })
    return succeedWithSession(
      { person: toStaffPerson(staff, roles, ask.tools.settings), token },
      device,
    )
  },

  unbind: async ({ caller, db, now }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    if (caller.session.openId !== null)
      await store.unbindMessagingAccount(db, caller.session.openId)
    await signOut(db, caller.session, now)
    return { ...succeed({}), session: null }
  },

  registration: studentHandler(async ({ student, session, input, db, now, language, tools }) => {
    const checkedIn = await isStudentAdmitted(db, student, admissionRuleOf({ tools, now }))
    if (student.withdrawn_at !== null && input.phoneKey !== undefined)
      return refuse(refusalTexts.withdrawn)
    const mayPass =
      checkedIn && ((await findRoom(db, student.code)) !== null || !(await needsBed(db, student)))
    const wanted = mayPass ? input.phoneKey : undefined
    const pass =
      wanted === undefined
        ? undefined
        : await issuePassCredential(db, {
            student: student.code,
            phoneKey: wanted,
            session: session.hash,
            now,
          })
    if (wanted !== undefined && pass === undefined)
      return { type: 'invalid', issues: [{ path: 'key', message: commonTexts.badField[language] }] }
    return succeed({ checkedIn, pass })
  }),
}
