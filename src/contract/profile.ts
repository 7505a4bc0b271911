import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { familyTexts } from '../i18n/family.ts'
import { profileTexts } from '../i18n/profile.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, formUpload, defineRead, defineWrite } from './call.ts'
import { key, list, optionalKey, record, text, type CodecValue } from './codec.ts'
import {
  choice,
  MOBILE_PATTERN,
  HOUSEHOLD_PHONE_PATTERN,
  isIdCard,
  mobile,
  requiredText,
} from './fields.ts'
import { genericRules } from './generic.ts'
import { normalizeNumberText } from './normalize.ts'
import { codeZero, keyValueRule, keyPresentRule } from './rules.ts'

const Own = record({
  student: key('stuCode', text()),
  number: key('stuNumber', text()),
  examNumber: optionalKey('examNumber', text()),
  name: key('stuName', text()),
  /** '1' is male, anything else female (ID-42). */
  gender: key('gender', text()),
  /** Never stored on the phone (D-105); '' then. */
  idCard: key('idCard', text()),
  phone: key('stuPhone', text()),
  entryYear: key('enterSchoolYear', text()),
  grade: key('grade', text()),
  department: key('deptName', text()),
  major: key('majorName', text()),
  className: key('className', text()),
  /** The key of the stored portrait photo; '' if there is none (ID-43). */
  photo: key('newPhotoPath', text()),
})
/** The student's own record, as the flow pages show it. */
export type OwnRecord = CodecValue<typeof Own>

/**
 * The purposes of an SMS code: a new phone number of the person's own, or the phone number of the
 * personal details.
 */
export const CODE_SCENES = ['change', 'details'] as const

const phone = mobile({
  empty: familyTexts.detailsPhoneRequired,
  wrong: familyTexts.detailsPhoneWrong,
  pattern: MOBILE_PATTERN,
})

const who = { student: optionalKey('stuCode', text()), staff: optionalKey('userCode', text()) }
const newPhone = mobile({
  empty: profileTexts.phoneWrong,
  wrong: profileTexts.phoneWrong,
  pattern: MOBILE_PATTERN,
})
/** The rules of a new phone number (PRO-16). */
export const newPhoneSchema = newPhone.schema

// The number on record was accepted under another rule; the input only has to match it (D-94).
const currentPhone = mobile({
  empty: profileTexts.phoneWrong,
  wrong: profileTexts.phoneWrong,
  pattern: HOUSEHOLD_PHONE_PATTERN,
})
/** The rules for entering the phone number on record. */
export const currentPhoneSchema = currentPhone.schema

/** Whether a text has the form of an SMS code: letters and digits (PRO-15). */
export const isSmsCode = (value: string): boolean => /^[A-Za-z0-9]+$/.test(value)
const code = text(
  v.transform(normalizeNumberText),
  v.check(isSmsCode, validationMessage(commonTexts.badField)),
)

/** The shortest password of staff, characters. */
export const STAFF_PASSWORD_LEAST = 10

// Not a `text` codec, because a password keeps its spaces.
const passwordOf = (least: number) =>
  v.pipe(
    v.string(validationMessage(commonTexts.required)),
    genericRules.required(),
    genericRules.atLeast(least),
    genericRules.atMost(20),
  )
/** The rules of a new password: 6 to 20 characters (D-95). */
export const passwordSchema = passwordOf(6)
const password = {
  decode: passwordSchema,
  encode: (value: string) => value,
  schema: passwordSchema,
}
/**
 * The rules of a new staff password: at least ten characters, because staff see other people's
 * data. The backend refuses common passwords as well.
 */
export const staffPasswordSchema = passwordOf(STAFF_PASSWORD_LEAST)
const oldPassword = {
  decode: v.string(validationMessage(commonTexts.required)),
  encode: (value: string) => value,
  schema: v.string(),
}

/**
 * The student's own record, and what every bound person can change in their profile: online only
 * (PRO-23).
 */
export const profile = {
  /** The student's own record, `results[0]` (FAM-08). */
  own: defineRead({
    path: '/api/NewReports/findInformation',
    who: 'student',
    offline: 'cached',
    input: record({ student: key('stuCode', text()) }),
    output: record({ records: key('results', list(Own)) }),
    rule: keyPresentRule('results'),
  }),
  /** Sends a code by SMS; refused within 60 s of the previous one (D-94). */
  sendCode: defineWrite({
    path: '/api/userSafe/sendCode',
    ownsTransactions: true,
    who: 'bound',
    input: record({
      student: optionalKey('stuCode', text()),
      staff: optionalKey('userCode', text()),
      phone: key('phone', phone),
      scene: key('scene', choice(CODE_SCENES, commonTexts.badField)),
    }),
    /** The demo campus has no SMS and returns the code itself. */
    output: record({ demoCode: optionalKey('demoCode', text()) }),
    rule: codeZero,
  }),
  /**
   * Checks the phone number on record; returns a ticket for one change (D-94), which other backends
   * may not have.
   */
  checkPhone: defineWrite({
    path: '/api/userSafe/checkPhone',
    ownsTransactions: true,
    who: 'bound',
    input: record({ ...who, phone: key('phone', currentPhone) }),
    output: record({ ticket: optionalKey('ticket', text()) }),
    rule: codeZero,
  }),
  changePhone: defineWrite({
    path: '/api/userSafe/updatePhone',
    who: 'bound',
    input: record({
      ...who,
      phone: key('phone', newPhone),
      code: key('code', code),
      ticket: optionalKey('ticket', text()),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** Changes the password and ends every other session of this person (D-95). */
  changePassword: defineWrite({
    path: '/api/userSafe/updatePassword',
    ownsTransactions: true,
    who: 'bound',
    unproven: true,
    input: record({
      ...who,
      old: key('oldPassword', oldPassword),
      new: key('newPassword', password),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /**
   * Checks the ID number; returns a ticket for one password reset, valid for ten minutes (D-95).
   */
  checkIdentity: defineWrite({
    path: '/api/userSafe/checkIdCard',
    ownsTransactions: true,
    who: 'bound',
    input: record({
      ...who,
      idCard: key(
        'idCard',
        text(
          v.transform(normalizeNumberText),
          v.check(isIdCard, validationMessage(profileTexts.idCardWrong)),
        ),
      ),
    }),
    proves: 'idCard',
    output: record({ ticket: key('results', text(v.nonEmpty())) }),
    rule: { ...codeZero, refusal: (message) => ({ code: '-1', msg: message }) },
  }),
  resetPassword: defineWrite({
    path: '/api/userSafe/resetPassword',
    who: 'bound',
    input: record({
      ...who,
      new: key('newPassword', password),
      ticket: key('ticket', requiredText(commonTexts.badField)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** Uploads a new avatar: PNG, 150 x 150 pixels, at most 1 MB (D-96). */
  avatar: formUpload({
    path: '/api/upload/uploadFile',
    who: 'bound',
    field: 'file',
    maxBytes: 1_048_576,
    output: record({
      /** The URLs on this host for display, and the same as paths below the root. */
      addresses: key('realPathList', list(text())),
      paths: key('relaPathList', list(text())),
    }),
    rule: keyValueRule({ key: 'success', good: true, bad: false }),
  }),
  /**
   * The stored avatar. Each URL belongs to one picture, which only its owner may see; a plain `img`
   * works too.
   */
  picture: defineFile({
    path: '/api/upload/picture',
    who: 'bound',
    parameter: 'key',
    allowsPlainLink: true,
  }),
}
