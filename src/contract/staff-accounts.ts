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
  /** The roles assigned in the office. */
  roles: key('roles', list(role)),
  /** The roles that follow from the words in the post. */
  byPost: key('byPost', list(role)),
  buildings: key('buildings', list(text())),
  closed: key('closed', flag),
  /** When the office's first password expires, ISO instant; '' if the person has replaced it. */
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
/** The input for creating an account. */
export const NewAccount = record({
  code: key(
    'code',
    alphanumeric({ empty: identityTexts.workNumberRequired, wrong: identityTexts.workNumberWrong }),
  ),
  ...about,
  roles: key('roles', list(role)),
  buildings: key('buildings', list(requiredText(commonTexts.badField))),
})
/** The input for creating an account. */
export type NewAccount = CodecValue<typeof NewAccount>

const who = ['administrator'] as const
const password = record({ password: key('password', text()) })
const done = { who, output: record({}), rule: codeZero } as const

/** Accounts of staff: their data, roles, buildings and sign-ins. */
export const staffAccounts = {
  /** The accounts by work number. `next` is the cursor of the next page, '' at the end. */
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
  /** All buildings that can be assigned. */
  buildings: defineRead({
    path: '/api/manage/staff/buildings',
    who,
    offline: 'online-only',
    input: record({}),
    output: record({ buildings: key('data', list(text())) }),
    rule: codeZero,
  }),
  /** Creates an account; returns the first password, once. */
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
  /** Replaces the password by a first password and ends all sign-ins. */
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
  /** Resets the failed attempts that block the account's sign-in. */
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
  /** Closes the account: nobody can sign in; nothing is deleted. */
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
  /**
   * Removes another person's second factor, after they have lost the phone and the recovery codes.
   */
  resetFactor: defineWrite({
    path: '/api/manage/staff/resetFactor',
    ...done,
    input: record({ code, reason }),
  }),
}
