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
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import { ROLES, type StaffRole } from './roles.ts'

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
  ...textKeys('code', 'name', 'department', 'post', 'phone'),
  /** The roles assigned in the office. */
  roles: listCodec(role),
  /** The roles that follow from keywords in the job title (`post`). */
  byPost: listCodec(role),
  buildings: listCodec(textCodec()),
  /** The classes of a counsellor. */
  classes: optionalKey('classes', listCodec(textCodec())),
  closed: booleanCodec,
  /** When the office's first password expires, ISO instant; '' if the person has replaced it. */
  firstPasswordUntil: textCodec(),
  /** Whether the first password has opened its one sign-in. */
  isFirstPasswordUsed: optionalKey('firstPasswordUsed', booleanCodec),
  /** Whether the account has a password; an imported account has none. */
  hasPassword: optionalKey('hasPassword', booleanCodec),
  hasFactor: booleanCodec,
  signIns: textCodec(),
})
/** The account of a staff member. */
export type Account = CodecValue<typeof Account>

const about = {
  name: requiredTextField(commonTexts.badField),
  department: most,
  post: most,
  phone: textCodec(
    v.transform((typed) => typed.normalize('NFKC')),
    v.regex(/^[\d +-]{0,20}$/),
  ),
}
/** The input for creating an account. */
export const NewAccount = recordCodec({
  code: alphanumericField({
    empty: identityTexts.workNumberRequired,
    wrong: identityTexts.workNumberWrong,
  }),
  ...about,
  roles: listCodec(role),
  buildings: listCodec(requiredTextField(commonTexts.badField)),
})
/** The input for creating an account. */
export type NewAccount = CodecValue<typeof NewAccount>

const who = ['administrator'] as const
const password = recordCodec({
  password: textCodec(),
  /** When the password can no longer be used, ISO instant. */
  until: optionalKey('until', textCodec()),
})
const listFilter = {
  find: textCodec(v.maxLength(100)),
  role: textCodec(v.maxLength(40)),
}
const waitingCount = recordCodec({
  all: wholeNumberCodec,
  withPhone: wholeNumberCodec,
})

const IssuedPassword = recordCodec({
  ...textKeys('code', 'name', 'department'),
  /** The first password; '' if it was sent by SMS. */
  password: textCodec(),
})
/** A first password of a list. */
export type IssuedPassword = CodecValue<typeof IssuedPassword>
const done = { who, output: recordCodec({}) } as const

/** Accounts of staff: their data, roles, buildings and sign-ins. */
export const staffAccounts = {
  /** The accounts by work number. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/staff/list',
    who,
    input: recordCodec({
      ...listFilter,
      state: optionalKey('state', oneOfCodec(PASSWORD_STATES)),
      after: textCodec(),
    }),
    output: pageOf('accounts', Account),
  }),
  one: defineRead({
    path: '/api/manage/staff/one',
    who,
    input: recordCodec({ code }),
    output: recordCodec({
      account: requiredKey('data', Account),
      buildings: listCodec(textCodec()),
    }),
  }),
  /** All buildings that can be assigned. */
  buildings: defineRead({
    path: '/api/manage/staff/buildings',
    who,
    input: recordCodec({}),
    output: recordCodec({ buildings: requiredKey('data', listCodec(textCodec())) }),
  }),
  /** Creates an account. Returns the first password, which cannot be read again. */
  create: defineWrite({
    path: '/api/manage/staff/create',
    who,
    input: NewAccount,
    output: password,
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
  }),
  /** Counts the accounts of a filter that can get first passwords at once. */
  countWaiting: defineRead({
    path: '/api/manage/staff/countWaiting',
    who,
    input: recordCodec(listFilter),
    output: recordCodec({
      none: waitingCount,
      first: waitingCount,
      /** Whether first passwords can be sent by SMS. */
      bySms: booleanCodec,
      days: wholeNumberCodec,
    }),
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
      state: oneOfCodec(ISSUABLE_STATES),
      by: oneOfCodec(PASSWORD_CARRIERS),
      after: textCodec(v.maxLength(100)),
    }),
    output: recordCodec({
      issued: requiredKey('data', listCodec(IssuedPassword)),
      next: textCodec(),
      until: textCodec(),
    }),
  }),
  giveRoles: defineWrite({
    path: '/api/manage/staff/giveRoles',
    ...done,
    input: recordCodec({ code, roles: listCodec(role), reason }),
  }),
  giveBuildings: defineWrite({
    path: '/api/manage/staff/giveBuildings',
    ...done,
    input: recordCodec({
      code,
      buildings: listCodec(requiredTextField(staffAccountsTexts.building)),
      reason,
    }),
  }),
  giveClasses: defineWrite({
    path: '/api/manage/staff/giveClasses',
    ...done,
    input: recordCodec({
      code,
      classes: withCodecChecks(
        listCodec(requiredTextField(staffAccountsTexts.className, 100)),
        v.maxLength(200, validationMessage(staffAccountsTexts.tooManyClasses)),
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
