import type { Person } from '#contract/identity'
import { fillTemplateText } from '#i18n/translate'
import { universitySignInTexts } from '#i18n/university-sign-in'
import {
  type HandlerRequest,
  refuse,
  succeedWithSession,
  type HandlerResult,
} from '../../platform/http/handler.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { signIn } from '../../platform/sessions/session.ts'
import { recordAuditEntry } from '../office/public.ts'
import { findLevelRules } from '../student-levels/public.ts'
import * as store from './store.ts'
import { toStaffPerson, toStudentPerson } from './to-person.ts'

type SignInResult = { person: Person; token: string; reportOpen: boolean }

/**
 * Signs in the person whom the university has identified by a work or student number. An unknown or
 * ambiguous number is refused.
 */
export async function signInByNumber(
  { db, language, now, tools }: Pick<HandlerRequest<unknown>, 'db' | 'language' | 'now' | 'tools'>,
  number: string,
): Promise<HandlerResult<SignInResult>> {
  const staff = await store.findStaffByCode(db, number)
  const [student, ...others] = await store.findStudentsByNumber(db, number)
  if (others.length > 0 || (staff === undefined) === (student === undefined))
    return refuse(fillTemplateText(universitySignInTexts.unknown, number))
  if (student !== undefined) {
    const who = { role: 'student', code: student.code, openId: null } as const
    const token = await signIn(db, { ...who, language, now })
    const person = toStudentPerson(student, await findLevelRules(db, student))
    return succeedWithSession({ person, token, reportOpen: true })
  }
  if (staff === undefined || staff.closed_at !== null) return refuse(universitySignInTexts.closed)
  // A person who signs in through the university needs no first password, so a first password is
  // invalidated.
  const isFirst = staff.first_password_until !== null
  if (isFirst)
    await store.invalidateFirstPassword(db, staff.code, await hashPassword(createSecret()))
  const who = { role: 'staff', code: staff.code, openId: null } as const
  const token = await signIn(db, { ...who, language, now })
  const roles = await store.findRolesOfStaff(db, staff.code)
  if (roles.length > 0)
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'office.signIn',
      details: { by: 'university' },
      now,
    })
  const person = toStaffPerson({ ...staff, first_password_until: null }, roles, tools.settings)
  return succeedWithSession({ person, token, reportOpen: false })
}
