import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { identityTexts } from '../i18n/identity.ts'
import { officeTexts } from '../i18n/office.ts'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { flag, key, lazyCodec, list, record, text, passThrough, type CodecValue } from './codec.ts'
import { alphanumeric, maxCharacters, requiredText, prose } from './fields.ts'
import { normalizeWorkNumber } from './normalize.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

const role = lazyCodec<StaffRole>({
  decode: () => v.pipe(text().decode, v.picklist(ROLES)),
  encode: passThrough,
})
const code = key(
  'code',
  text(
    v.transform(normalizeWorkNumber),
    v.nonEmpty(validationMessage(commonTexts.badField)),
    maxCharacters(100),
  ),
)
const reason = key('reason', prose(officeTexts.reasonNeeded, 200))
const most = text(maxCharacters(100))

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
export type Account = CodecValue<typeof Account>

const about = {
  name: key('name', requiredText(commonTexts.badField)),
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
  buildings: key('buildings', list(requiredText(commonTexts.badField))),
})
/** What is known of somebody who gets an account. */
export type NewAccount = CodecValue<typeof NewAccount>

const who = ['administrator'] as const
const password = record({ password: key('password', text()) })
const done = { who, output: record({}), rule: codeZero } as const

/** Accounts of staff: who is who, what each may do, and how each signs in. */
export const staffAccounts = {
  /** By work number; a page ends where `next` says, '' at the end. */
  list: defineRead({
    path: '/api/manage/staff/list',
    who,
    offline: 'online-only',
    input: record({
      find: key('find', text(v.maxLength(100))),
      role: key('role', text(v.maxLength(40))),
      after: key('after', text()),
    }),
    output: record({ accounts: key('data', list(Account)), next: key('next', text()) }),
    rule: codeZero,
  }),
  one: defineRead({
    path: '/api/manage/staff/one',
    who,
    offline: 'online-only',
    input: record({ code }),
    output: record({ account: key('data', Account), buildings: key('buildings', list(text())) }),
    rule: codeZero,
  }),
  /** Every building that there is to give. */
  buildings: defineRead({
    path: '/api/manage/staff/buildings',
    who,
    offline: 'online-only',
    input: record({}),
    output: record({ buildings: key('data', list(text())) }),
    rule: codeZero,
  }),
  /** Answers the first password: it is told this once. */
  create: defineWrite({
    path: '/api/manage/staff/create',
    who,
    input: NewAccount,
    output: password,
    rule: codeZero,
  }),
  change: defineWrite({
    path: '/api/manage/staff/change',
    ...done,
    input: record({ code, ...about }),
  }),
  /** A first password in the place of the own one; all sign-ins end. */
  resetPassword: defineWrite({
    path: '/api/manage/staff/resetPassword',
    who,
    input: record({ code, reason }),
    output: password,
    rule: codeZero,
  }),
  giveRoles: defineWrite({
    path: '/api/manage/staff/giveRoles',
    ...done,
    input: record({ code, roles: key('roles', list(role)), reason }),
  }),
  giveBuildings: defineWrite({
    path: '/api/manage/staff/giveBuildings',
    ...done,
    input: record({
      code,
      buildings: key('buildings', list(requiredText(staffAccountsTexts.building))),
      reason,
    }),
  }),
  /** Forget the wrong tries that pause an account's sign-in. */
  unlock: defineWrite({
    path: '/api/manage/staff/unlock',
    ...done,
    input: record({ code, reason }),
  }),
  endSignIns: defineWrite({
    path: '/api/manage/staff/endSignIns',
    ...done,
    input: record({ code, reason }),
  }),
  /** Nobody can sign in any more; nothing is deleted. */
  close: defineWrite({
    path: '/api/manage/staff/close',
    ...done,
    input: record({ code, reason }),
  }),
  open: defineWrite({
    path: '/api/manage/staff/open',
    ...done,
    input: record({ code, reason }),
  }),
  /** The second factor of somebody else: for who has lost the phone and the recovery codes. */
  resetFactor: defineWrite({
    path: '/api/manage/staff/resetFactor',
    ...done,
    input: record({ code, reason }),
  }),
}
