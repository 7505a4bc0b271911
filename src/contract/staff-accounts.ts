import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { identityTexts } from '../i18n/identity.ts'
import { officeTexts } from '../i18n/office.ts'
import { staffAccountsTexts } from '../i18n/staff-accounts.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  optionalKey,
  requiredKey,
  lazyCodec,
  listCodec,
  recordCodec,
  textCodec,
  encodeUnchanged,
  wholeNumberCodec,
  withCodecChecks,
  type CodecValue,
} from './codec.ts'
import { alphanumericField, longTextField, maxCharacters, requiredTextField } from './fields.ts'
import { normalizeWorkNumber } from './normalize.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

const role = lazyCodec<StaffRole>({
  decode: () => v.pipe(textCodec().decode, v.picklist(ROLES)),
  encode: encodeUnchanged,
})
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  lazyCodec<Values[number]>({ decode: () => v.picklist(values), encode: encodeUnchanged })
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

/** What an account has to sign in with, or that it is closed. */
export const PASSWORD_STATES = ['none', 'first', 'own', 'closed'] as const
/** One of the states. */
export type PasswordState = (typeof PASSWORD_STATES)[number]
/** The accounts that get first passwords at once: those without a password of their own. */
export const ISSUABLE_STATES = ['none', 'first'] as const satisfies readonly PasswordState[]
/** One of these states. */
export type IssuableState = (typeof ISSUABLE_STATES)[number]
/** How first passwords reach their holders. */
export const PASSWORD_CARRIERS = ['sheet', 'sms'] as const

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
  /** The classes of a counsellor. */
  classes: optionalKey('classes', listCodec(textCodec())),
  closed: requiredKey('closed', booleanCodec),
  /** When the office's first password expires, ISO instant; '' if the person has replaced it. */
  firstPasswordUntil: requiredKey('firstPasswordUntil', textCodec()),
  /** Whether the first password has opened its one sign-in. */
  isFirstPasswordUsed: optionalKey('firstPasswordUsed', booleanCodec),
  /** Whether the account has a password; an imported account has none. */
  hasPassword: optionalKey('hasPassword', booleanCodec),
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
const password = recordCodec({
  password: requiredKey('password', textCodec()),
  /** When the password can no longer be used, ISO instant. */
  until: optionalKey('until', textCodec()),
})
const listFilter = {
  find: requiredKey('find', textCodec(v.maxLength(100))),
  role: requiredKey('role', textCodec(v.maxLength(40))),
}
const waitingCount = recordCodec({
  all: requiredKey('all', wholeNumberCodec),
  withPhone: requiredKey('withPhone', wholeNumberCodec),
})

const IssuedPassword = recordCodec({
  code: requiredKey('code', textCodec()),
  name: requiredKey('name', textCodec()),
  department: requiredKey('department', textCodec()),
  /** The first password; '' if it was sent by SMS. */
  password: requiredKey('password', textCodec()),
})
/** A first password of a list. */
export type IssuedPassword = CodecValue<typeof IssuedPassword>
const done = { who, output: recordCodec({}), rule: acceptIfCodeZero } as const

/** Accounts of staff: their data, roles, buildings and sign-ins. */
export const staffAccounts = {
  /** The accounts by work number. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/staff/list',
    who,
    offline: 'online-only',
    input: recordCodec({
      ...listFilter,
      state: optionalKey('state', oneOf(PASSWORD_STATES)),
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
  /** Counts the accounts of a filter that can get first passwords at once. */
  countWaiting: defineRead({
    path: '/api/manage/staff/countWaiting',
    who,
    offline: 'online-only',
    input: recordCodec(listFilter),
    output: recordCodec({
      none: requiredKey('none', waitingCount),
      first: requiredKey('first', waitingCount),
      /** Whether first passwords can be sent by SMS. */
      bySms: requiredKey('bySms', booleanCodec),
      days: requiredKey('days', wholeNumberCodec),
    }),
    rule: acceptIfCodeZero,
  }),
  /**
   * Gives first passwords to the accounts of a filter that have no password of their own, after the
   * work number `after`; never to the caller. `next` is the cursor of the rest, '' at the end.
   */
  issuePasswords: defineWrite({
    path: '/api/manage/staff/issuePasswords',
    who,
    ownsTransactions: true,
    input: recordCodec({
      ...listFilter,
      state: requiredKey('state', oneOf(ISSUABLE_STATES)),
      by: requiredKey('by', oneOf(PASSWORD_CARRIERS)),
      after: requiredKey('after', textCodec(v.maxLength(100))),
    }),
    output: recordCodec({
      issued: requiredKey('data', listCodec(IssuedPassword)),
      next: requiredKey('next', textCodec()),
      until: requiredKey('until', textCodec()),
    }),
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
  giveClasses: defineWrite({
    path: '/api/manage/staff/giveClasses',
    ...done,
    input: recordCodec({
      code,
      classes: requiredKey(
        'classes',
        withCodecChecks(
          listCodec(requiredTextField(staffAccountsTexts.className, 100)),
          v.maxLength(200, validationMessage(staffAccountsTexts.tooManyClasses)),
        ),
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
