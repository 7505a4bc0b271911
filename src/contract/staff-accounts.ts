import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { identityTexts } from '../i18n/identity.ts'
import { officeTexts } from '../i18n/office.ts'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  listCodec,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { alphanumericField, maxCharacters, requiredTextField, longTextField } from './fields.ts'
import { normalizeWorkNumber } from './normalize.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

const role = lazyCodec<StaffRole>({
  decode: () => v.pipe(textCodec().decode, v.picklist(ROLES)),
  encode: encodeUnchanged,
})
const code = requiredKey(
  'code',
  textCodec(
    v.transform(normalizeWorkNumber),
    v.nonEmpty(validationMessage(commonTexts.badField)),
    maxCharacters(100),
  ),
)
const reason = requiredKey('reason', longTextField(officeTexts.reasonNeeded, 200))
const most = textCodec(maxCharacters(100))

const Account = recordCodec({
  code: requiredKey('code', textCodec()),
  name: requiredKey('name', textCodec()),
  department: requiredKey('department', textCodec()),
  post: requiredKey('post', textCodec()),
  phone: requiredKey('phone', textCodec()),
  /** The roles assigned in the office. */
  roles: requiredKey('roles', listCodec(role)),
  /** The roles that follow from keywords in the job title (`post`). */
  byPost: requiredKey('byPost', listCodec(role)),
  buildings: requiredKey('buildings', listCodec(textCodec())),
  closed: requiredKey('closed', booleanCodec),
  /** When the office's first password expires, ISO instant; '' if the person has replaced it. */
  firstPasswordUntil: requiredKey('firstPasswordUntil', textCodec()),
  hasFactor: requiredKey('hasFactor', booleanCodec),
  signIns: requiredKey('signIns', textCodec()),
})
/** The account of a staff member. */
export type Account = CodecValue<typeof Account>

const about = {
  name: requiredKey('name', requiredTextField(commonTexts.badField)),
  department: requiredKey('department', most),
  post: requiredKey('post', most),
  phone: requiredKey(
    'phone',
    textCodec(
      v.transform((typed) => typed.normalize('NFKC')),
      v.regex(/^[\d +-]{0,20}$/),
    ),
  ),
}
/** The input for creating an account. */
export const NewAccount = recordCodec({
  code: requiredKey(
    'code',
    alphanumericField({
      empty: identityTexts.workNumberRequired,
      wrong: identityTexts.workNumberWrong,
    }),
  ),
  ...about,
  roles: requiredKey('roles', listCodec(role)),
  buildings: requiredKey('buildings', listCodec(requiredTextField(commonTexts.badField))),
})
/** The input for creating an account. */
export type NewAccount = CodecValue<typeof NewAccount>

const who = ['administrator'] as const
const password = recordCodec({ password: requiredKey('password', textCodec()) })
const done = { who, output: recordCodec({}), rule: acceptIfCodeZero } as const

/** Accounts of staff: their data, roles, buildings and sign-ins. */
export const staffAccounts = {
  /** The accounts by work number. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/staff/list',
    who,
    offline: 'online-only',
    input: recordCodec({
      find: requiredKey('find', textCodec(v.maxLength(100))),
      role: requiredKey('role', textCodec(v.maxLength(40))),
      after: requiredKey('after', textCodec()),
    }),
    output: recordCodec({
      accounts: requiredKey('data', listCodec(Account)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  one: defineRead({
    path: '/api/manage/staff/one',
    who,
    offline: 'online-only',
    input: recordCodec({ code }),
    output: recordCodec({
      account: requiredKey('data', Account),
      buildings: requiredKey('buildings', listCodec(textCodec())),
    }),
    rule: acceptIfCodeZero,
  }),
  /** All buildings that can be assigned. */
  buildings: defineRead({
    path: '/api/manage/staff/buildings',
    who,
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({ buildings: requiredKey('data', listCodec(textCodec())) }),
    rule: acceptIfCodeZero,
  }),
  /** Creates an account. Returns the first password, which cannot be read again. */
  create: defineWrite({
    path: '/api/manage/staff/create',
    who,
    input: NewAccount,
    output: password,
    rule: acceptIfCodeZero,
  }),
  change: defineWrite({
    path: '/api/manage/staff/change',
    ...done,
    input: recordCodec({ code, ...about }),
  }),
  /** Replaces the password by a new first password and ends all sign-ins. */
  resetPassword: defineWrite({
    path: '/api/manage/staff/resetPassword',
    who,
    input: recordCodec({ code, reason }),
    output: password,
    rule: acceptIfCodeZero,
  }),
  giveRoles: defineWrite({
    path: '/api/manage/staff/giveRoles',
    ...done,
    input: recordCodec({ code, roles: requiredKey('roles', listCodec(role)), reason }),
  }),
  giveBuildings: defineWrite({
    path: '/api/manage/staff/giveBuildings',
    ...done,
    input: recordCodec({
      code,
      buildings: requiredKey(
        'buildings',
        listCodec(requiredTextField(staffAccountsTexts.building)),
      ),
      reason,
    }),
  }),
  /** Resets the count of failed attempts that blocks sign-in to the account. */
  unlock: defineWrite({
    path: '/api/manage/staff/unlock',
    ...done,
    input: recordCodec({ code, reason }),
  }),
  endSignIns: defineWrite({
    path: '/api/manage/staff/endSignIns',
    ...done,
    input: recordCodec({ code, reason }),
  }),
  /** Closes the account: nobody can sign in to it. Nothing is deleted. */
  close: defineWrite({
    path: '/api/manage/staff/close',
    ...done,
    input: recordCodec({ code, reason }),
  }),
  open: defineWrite({
    path: '/api/manage/staff/open',
    ...done,
    input: recordCodec({ code, reason }),
  }),
  /**
   * Removes the second factor of another person who has lost both the phone and the recovery codes.
   */
  resetFactor: defineWrite({
    path: '/api/manage/staff/resetFactor',
    ...done,
    input: recordCodec({ code, reason }),
  }),
}
