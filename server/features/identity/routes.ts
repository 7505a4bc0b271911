import type { identity } from '#contract/identity'
import { commonTexts } from '#i18n/common'
import { identityTexts } from '#i18n/identity'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { concurrencyLimit } from '../../platform/concurrency.ts'
import { byStudent, good, type Handlers, refused, signedIn } from '../../platform/http/handler.ts'
import { orGivenBack } from '../../platform/http/wrong-tries.ts'
import { isPassword } from '../../platform/sessions/password.ts'
import { signIn, signOut, subjectOf } from '../../platform/sessions/session.ts'
import { issueCredential } from '../checkin/face.ts'
import { noteDeed } from '../office/face.ts'
import { findRoom } from '../room/face.ts'
import { accountPicture, accountPictureAddress } from './account-picture.ts'
import { attempt, proofOf } from './attempt.ts'
import { find, pairTried } from './find.ts'
import { staffPerson } from './people.ts'
import * as store from './store.ts'

const slowly = concurrencyLimit({ atOnce: 2, waiting: 40 })

/** Binding, sign-in, unbinding (ID). */
export const identityHandlers: Handlers<typeof identity> = {
  exchangeCode: async ({ input, db, now, address, tools }) => {
    const begun = await tools.limits.codes.begin({ narrow: [], wide: `address ${address}`, now })
    if (begun.type === 'wait') return { type: 'too-many', seconds: begun.seconds }
    const trade = () => tools.host.exchange(db, input.code, now)
    // A bad code is only known as bad after the messaging app was asked. An address that has sent
    // many of them therefore waits in a queue.
    const found = await orGivenBack(begun, () =>
      begun.late === undefined ? trade() : slowly(trade),
    )
    if (found.type !== 'bad-code') await begun.giveBack()
    switch (found.type) {
      case 'person': {
        const { token, nickname, avatar } = await store.proveOpenId(db, { ...found, now })
        const { openId } = found
        const { basePath } = tools.settings
        const address = await accountPictureAddress(db, { openId, source: avatar, basePath })
        return good({ accessToken: token, user: { openId, nickname, avatar: address } })
      }
      case 'snapshot':
        return refused(refusalTexts.snapshot)
      case 'bad-code':
        return begun.late === undefined
          ? refused(refusalTexts.codeUsed)
          : { type: 'too-many', seconds: begun.late }
      case 'away':
        return refused(refusalTexts.hostAway)
    }
  },

  bind: async (ask) => {
    const { idCard, openId, examNumber = '', studentNumber = '' } = ask.input
    const number = examNumber || studentNumber
    if (number === '' || idCard === '' || openId === '') return refused(identityTexts.bindEmpty)
    const tried = await pairTried(ask, { number, idCard, openId })
    if (tried.type === 'no') return tried.outcome
    const { student, proof } = tried.found
    // Without proof the openId could be anybody's: the pair still signs in, but binds no account
    // (D-15).
    if (proof === 'true')
      await store.bind(ask.db, { openId, role: 'student', code: student.code, now: ask.now })
    return good({})
  },

  find,
  ...accountPicture,

  signIn: async (ask) => {
    const { workNumber, password, openId } = ask.input
    if (workNumber === '' || password === '') return refused(identityTexts.bindEmpty)
    const known = await store.staffByCode(ask.db, workNumber)
    const codes = known === undefined ? [] : [known.code]
    const tried = await attempt(
      ask,
      { role: 'staff', number: workNumber, codes, openId },
      async () => {
        const proof = await proofOf(ask, openId)
        const isRight = await isPassword(password, known?.password_hash)
        return known !== undefined && known.closed_at === null && isRight && proof !== 'false'
          ? { staff: known, proof }
          : undefined
      },
    )
    if (tried.type === 'no') return tried.outcome
    const { staff, proof } = tried.found
    if (staff.first_password_until !== null && staff.first_password_until <= ask.now)
      return refused(staffAccountsTexts.firstPasswordEnded)
    const who = { role: 'staff', code: staff.code, now: ask.now } as const
    if (proof === 'true') await store.bind(ask.db, { ...who, openId })
    const token = await signIn(ask.db, { ...who, openId: proof === 'true' ? openId : null })
    const roles = await store.rolesOfStaff(ask.db, staff.code)
    if (roles.length > 0)
      await noteDeed(ask.db, { staff: staff.code, action: 'office.signIn', now: ask.now })
    const { device } = tried
    await store.rememberDevice(ask.db, {
      device,
      subject: subjectOf('staff', staff.code),
      now: ask.now,
    })
    return signedIn({ person: staffPerson(staff, roles, ask.tools.settings), token }, device)
  },

  unbind: async ({ caller, db, now }) => {
    if (caller.role === 'nobody') return { type: 'signed-out' }
    if (caller.session.openId !== null) await store.unbind(db, caller.session.openId)
    await signOut(db, caller.session, now)
    return { ...good({}), session: null }
  },

  registration: byStudent(async ({ student, session, input, db, now, language }) => {
    const checkedIn = student.checked_in_at !== null
    if (student.withdrawn_at !== null && input.phoneKey !== undefined)
      return refused(refusalTexts.withdrawn)
    const mayPass =
      checkedIn && (student.enrolment === '1' || (await findRoom(db, student.code)) !== null)
    const wanted = mayPass ? input.phoneKey : undefined
    const pass =
      wanted === undefined
        ? undefined
        : await issueCredential(db, {
            student: student.code,
            phoneKey: wanted,
            session: session.hash,
            now,
          })
    if (wanted !== undefined && pass === undefined)
      return { type: 'invalid', issues: [{ path: 'key', message: commonTexts.badField[language] }] }
    return good({ checkedIn, pass })
  }),
}
