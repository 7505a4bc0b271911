import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { familyTexts } from '../i18n/family.ts'
import { profileTexts } from '../i18n/profile.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, formUpload, defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { choiceField, requiredTextField } from './fields.ts'
import { genericResponseRules } from './generic.ts'
import { isIdNumber, normalizeIdNumber } from './id-number.ts'
import { normalizeNumberText } from './normalize.ts'
import { HOUSEHOLD_PHONE_PATTERN, MOBILE_PATTERN, mobileNumberField } from './phones.ts'
import { acceptIfCodeZero, acceptIfKeyEquals, acceptIfKeyPresent } from './rules.ts'

/** The campus's rule: the pause between two codes by SMS, seconds (XC-28). */
export const COUNTDOWN_RULE = { code: 60 }

const Own = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  number: requiredKey('stuNumber', textCodec()),
  examNumber: optionalKey('examNumber', textCodec()),
  name: requiredKey('stuName', textCodec()),
  /** '1' is male, anything else female (ID-42). */
  gender: textCodec(),
  /** The ID number. It is never stored on the phone (D-105); in a stored record it is ''. */
  idCard: textCodec(),
  /** The type of the identity document; absent on other backends. */
  idType: optionalKey('idCardType', textCodec()),
  phone: requiredKey('stuPhone', textCodec()),
  entryYear: requiredKey('enterSchoolYear', textCodec()),
  grade: textCodec(),
  department: requiredKey('deptName', textCodec()),
  major: requiredKey('majorName', textCodec()),
  className: textCodec(),
  /** The key of the stored portrait photo; '' if there is none (ID-43). */
  photo: requiredKey('newPhotoPath', textCodec()),
})
/** The student's own record, as the flow pages show it. */
export type OwnStudentRecord = CodecValue<typeof Own>

/**
 * The purposes of an SMS code: 'change' for a new phone number of the caller, 'details' for the
 * phone number in the personal details.
 */
export const SMS_CODE_PURPOSES = ['change', 'details'] as const

const phone = mobileNumberField({
  empty: familyTexts.detailsPhoneRequired,
  wrong: familyTexts.detailsPhoneWrong,
  pattern: MOBILE_PATTERN,
})

const who = {
  student: optionalKey('stuCode', textCodec()),
  staff: optionalKey('userCode', textCodec()),
}
const newPhone = mobileNumberField({
  empty: profileTexts.phoneWrong,
  wrong: profileTexts.phoneWrong,
  pattern: MOBILE_PATTERN,
})
/** The rules of a new phone number (PRO-16). */
export const newPhoneSchema = newPhone.schema

// Only the general pattern is checked, because the number on record was accepted under another
// rule; the input has to match that number (D-94).
const currentPhone = mobileNumberField({
  empty: profileTexts.phoneWrong,
  wrong: profileTexts.phoneWrong,
  pattern: HOUSEHOLD_PHONE_PATTERN,
})
/** The rules for entering the phone number on record. */
export const currentPhoneSchema = currentPhone.schema

/** Whether a text has the form of an SMS code: letters and digits (PRO-15). */
export const isSmsCode = (value: string): boolean => /^[A-Za-z0-9]+$/.test(value)
const code = textCodec(
  v.transform(normalizeNumberText),
  v.check(isSmsCode, validationMessage(commonTexts.badField)),
)

/** The shortest password of staff, characters. */
export const MIN_STAFF_PASSWORD_LENGTH = 10

// Not a `textCodec`, which would trim the password; spaces at its ends count.
const passwordOf = (least: number) =>
  v.pipe(
    v.string(validationMessage(commonTexts.required)),
    genericResponseRules.required(),
    genericResponseRules.atLeast(least),
    genericResponseRules.atMost(20),
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
export const staffPasswordSchema = passwordOf(MIN_STAFF_PASSWORD_LENGTH)
const oldPassword = {
  decode: v.string(validationMessage(commonTexts.required)),
  encode: (value: string) => value,
  schema: v.string(),
}

/**
 * The student's own record, and the profile that every signed-in person can change: online only
 * (PRO-23).
 */
export const profile = {
  /** The student's own record, `results[0]` (FAM-08). */
  own: defineRead({
    path: '/api/NewReports/findInformation',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: requiredKey('stuCode', textCodec()) }),
    output: recordCodec({ records: requiredKey('results', listCodec(Own)) }),
    rule: acceptIfKeyPresent('results'),
  }),
  /** Sends a code by SMS; refused within 60 s of the previous code (D-94). */
  sendCode: defineWrite({
    path: '/api/userSafe/sendCode',
    ownsTransactions: true,
    who: 'bound',
    input: recordCodec({
      student: optionalKey('stuCode', textCodec()),
      staff: optionalKey('userCode', textCodec()),
      phone,
      scene: choiceField(SMS_CODE_PURPOSES, commonTexts.badField),
    }),
    /** The demo campus has no SMS and returns the code itself. */
    output: recordCodec({ demoCode: optionalKey('demoCode', textCodec()) }),
  }),
  /**
   * Checks the phone number on record. Returns a ticket for one change of the number (D-94); other
   * backends might return none.
   */
  checkPhone: defineWrite({
    path: '/api/userSafe/checkPhone',
    ownsTransactions: true,
    who: 'bound',
    input: recordCodec({ ...who, phone: currentPhone }),
    output: recordCodec({ ticket: optionalKey('ticket', textCodec()) }),
  }),
  changePhone: defineWrite({
    path: '/api/userSafe/updatePhone',
    who: 'bound',
    input: recordCodec({
      ...who,
      phone: newPhone,
      code,
      ticket: optionalKey('ticket', textCodec()),
    }),
  }),
  /** Changes the password and ends every other session of this person (D-95). */
  changePassword: defineWrite({
    path: '/api/userSafe/updatePassword',
    ownsTransactions: true,
    who: 'bound',
    allowedDuringSignIn: true,
    input: recordCodec({
      ...who,
      old: requiredKey('oldPassword', oldPassword),
      new: requiredKey('newPassword', password),
    }),
  }),
  /**
   * Checks the ID number; returns a ticket for one password reset, valid for ten minutes (D-95).
   */
  checkIdentity: defineWrite({
    path: '/api/userSafe/checkIdCard',
    ownsTransactions: true,
    who: 'bound',
    input: recordCodec({
      ...who,
      idCard: textCodec(
        v.transform(normalizeIdNumber),
        v.check(isIdNumber, validationMessage(profileTexts.idCardWrong)),
      ),
    }),
    verifiedIdentifier: 'idCard',
    output: recordCodec({ ticket: requiredKey('results', textCodec(v.nonEmpty())) }),
    rule: { ...acceptIfCodeZero, refusal: (message) => ({ code: '-1', msg: message }) },
  }),
  resetPassword: defineWrite({
    path: '/api/userSafe/resetPassword',
    who: 'bound',
    input: recordCodec({
      ...who,
      new: requiredKey('newPassword', password),
      ticket: requiredTextField(commonTexts.badField),
    }),
  }),
  /** Uploads a new avatar: PNG, 150 x 150 pixels, at most 1 MB (D-96). */
  avatar: formUpload({
    path: '/api/upload/uploadFile',
    who: 'bound',
    field: 'file',
    maxBytes: 1_048_576,
    output: recordCodec({
      /**
       * The URLs of the avatar on this host, for display; then the same URLs as paths below the
       * root.
       */
      addresses: requiredKey('realPathList', listCodec(textCodec())),
      paths: requiredKey('relaPathList', listCodec(textCodec())),
    }),
    rule: acceptIfKeyEquals({ key: 'success', good: true, bad: false }),
  }),
  /**
   * The stored avatar. Each URL belongs to one picture and works for the owner only. A plain `img`
   * element can load it.
   */
  picture: defineFile({
    path: '/api/upload/picture',
    who: 'bound',
    parameter: 'key',
    allowsPlainLink: true,
  }),
}
