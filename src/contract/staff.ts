import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { identityTexts } from '../i18n/identity.ts'
import { officeTexts } from '../i18n/office.ts'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { read, write } from './call.ts'
import { flag, key, late, list, record, text, unchanged, type Value } from './codec.ts'
import { alphanumeric, atMost, needed, prose } from './fields.ts'
import { workNumberOf } from './plain.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

const role = late<StaffRole>({
  decode: () => v.pipe(text().decode, v.picklist(ROLES)),
  encode: unchanged,
})
const code = key(
  'code',
  text(v.transform(workNumberOf), v.nonEmpty(validationMessage(commonTexts.badField)), atMost(100)),
)
const reason = key('reason', prose(officeTexts.reasonNeeded, 200))
const most = text(atMost(100))

const Account = record({
  code: key('code', text()),
  name: key('name', text()),
  department: key('department', text()),
  post: key('post', text()),
  phone: key('phone', text()),
  /** What was given in the office. */
  roles: key('roles', list(role)),
  /** What the post gives by its words. */
  byPost: key('byPost', list(role)),
  buildings: key('buildings', list(text())),
  closed: key('closed', flag),
  /** Until when the password that the office gave may be used, ISO instant; '' for an own one. */
  firstPasswordUntil: key('firstPasswordUntil', text()),
  hasFactor: key('hasFactor', flag),
  signIns: key('signIns', text()),
})
/** The account of a staff member. */
export type Account = Value<typeof Account>

const about = {
  name: key('name', needed(commonTexts.badField)),
  department: key('department', most),
  post: key('post', most),
  phone: key(
    'phone',
    text(
      v.transform((typed) => typed.normalize('NFKC')),
      v.regex(/^[\d +-]{0,20}$/),
    ),
  ),
}
/** What is known of somebody who gets an account. */
export const NewAccount = record({
  code: key(
    'code',
    alphanumeric({ empty: identityTexts.workNumberRequired, wrong: identityTexts.workNumberWrong }),
  ),
  ...about,
  roles: key('roles', list(role)),
  buildings: key('buildings', list(needed(commonTexts.badField))),
})
/** What is known of somebody who gets an account. */
export type NewAccount = Value<typeof NewAccount>

const who = ['administrator'] as const
const password = record({ password: key('password', text()) })
const done = { who, output: record({}), rule: codeZero } as const

/** Accounts of staff: who is who, what each may do, and how each signs in. */
export const staff = {
  /** By work number; a page ends where `next` says, '' at the end. */
  list: read({
    path: '/api/manage/staff/list',
    who,
    offline: 'live',
    input: record({
      find: key('find', text(v.maxLength(100))),
      role: key('role', text(v.maxLength(40))),
      after: key('after', text()),
    }),
    output: record({ accounts: key('data', list(Account)), next: key('next', text()) }),
    rule: codeZero,
  }),
  one: read({
    path: '/api/manage/staff/one',
    who,
    offline: 'live',
    input: record({ code }),
    output: record({ account: key('data', Account), buildings: key('buildings', list(text())) }),
    rule: codeZero,
  }),
  /** Every building that there is to give. */
  buildings: read({
    path: '/api/manage/staff/buildings',
    who,
    offline: 'live',
    input: record({}),
    output: record({ buildings: key('data', list(text())) }),
    rule: codeZero,
  }),
  /** Answers the first password: it is told this once. */
  create: write({
    path: '/api/manage/staff/create',
    who,
    input: NewAccount,
    output: password,
    rule: codeZero,
  }),
  change: write({
    path: '/api/manage/staff/change',
    ...done,
    input: record({ code, ...about }),
  }),
  /** A first password in the place of the own one; all sign-ins end. */
  resetPassword: write({
    path: '/api/manage/staff/resetPassword',
    who,
    input: record({ code, reason }),
    output: password,
    rule: codeZero,
  }),
  giveRoles: write({
    path: '/api/manage/staff/giveRoles',
    ...done,
    input: record({ code, roles: key('roles', list(role)), reason }),
  }),
  giveBuildings: write({
    path: '/api/manage/staff/giveBuildings',
    ...done,
    input: record({
      code,
      buildings: key('buildings', list(needed(staffAccountsTexts.building))),
      reason,
    }),
  }),
  /** Forget the wrong tries that pause an account's sign-in. */
  unlock: write({
    path: '/api/manage/staff/unlock',
    ...done,
    input: record({ code, reason }),
  }),
  endSignIns: write({
    path: '/api/manage/staff/endSignIns',
    ...done,
    input: record({ code, reason }),
  }),
  /** Nobody can sign in any more; nothing is deleted. */
  close: write({
    path: '/api/manage/staff/close',
    ...done,
    input: record({ code, reason }),
  }),
  open: write({
    path: '/api/manage/staff/open',
    ...done,
    input: record({ code, reason }),
  }),
  /** The second factor of somebody else: for who has lost the phone and the recovery codes. */
  resetFactor: write({
    path: '/api/manage/staff/resetFactor',
    ...done,
    input: record({ code, reason }),
  }),
}
