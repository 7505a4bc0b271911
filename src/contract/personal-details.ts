import * as v from 'valibot'
import { familyTexts as texts } from '../i18n/family.ts'
import { validationMessage } from '../i18n/translate.ts'
import { withChecks, key, list, record, text, type CodecValue } from './codec.ts'
import { choice, MOBILE_PATTERN, mobile, requiredText } from './fields.ts'
import { normalizeNumberText } from './normalize.ts'

/**
 * The relations of the personal details form; different codes from those of the household form
 * (FAM-37, D-37).
 */
export const DETAILS_RELATIONS = ['001', '002', '003', '004', '005'] as const

const isName = (value: string) => [...value].length >= 2 && [...value].length <= 6
const detailsPhone = mobile({
  empty: texts.detailsPhoneRequired,
  wrong: texts.detailsPhoneWrong,
  pattern: MOBILE_PATTERN,
})

/** The personal details form with its rules (FAM-36). */
export const PersonalDetails = record({
  student: key('stuCode', text()),
  name: key(
    'uname',
    text(
      v.nonEmpty(validationMessage(texts.nameRequired)),
      v.check((value) => value === '' || isName(value), validationMessage(texts.nameWrong)),
    ),
  ),
  wechat: key(
    'wxId',
    text(
      v.transform(normalizeNumberText),
      v.regex(/^[A-Za-z][A-Za-z0-9_-]{5,19}$/, validationMessage(texts.wechatWrong)),
    ),
  ),
  email: key(
    'email',
    text(v.transform(normalizeNumberText), v.email(validationMessage(texts.emailWrong))),
  ),
  phone: key('phoneNum', detailsPhone),
  /** The SMS code that proves the phone number (D-37); '' at a university without SMS. */
  code: key(
    'codes',
    text(
      v.transform(normalizeNumberText),
      v.check(
        (value) => value === '' || /^[A-Za-z0-9]+$/.test(value),
        validationMessage(texts.codeWrong),
      ),
    ),
  ),
  members: key(
    'family',
    withChecks(
      list(
        record({
          name: key('name', requiredText(texts.nameRequired)),
          relation: key('relation', choice(DETAILS_RELATIONS, texts.relationRequired)),
          phone: key('phone', detailsPhone),
        }),
      ),
      v.maxLength(2, validationMessage(texts.twoMembers)),
    ),
  ),
})
/** The values of the personal details form. */
export type PersonalDetails = CodecValue<typeof PersonalDetails>

/** The rules of the personal details form at a university that sends SMS codes. */
export const personalDetailsWithCodeSchema = () =>
  v.pipe(
    PersonalDetails.schema,
    v.forward(
      v.partialCheck([['code']], ({ code }) => code !== '', validationMessage(texts.codeRequired)),
      ['code'],
    ),
  )

/**
 * The details as the campus stores them, read leniently: today's rules may differ from those at the
 * time of writing.
 */
export const StoredPersonalDetails = record({
  name: key('uname', text()),
  wechat: key('wxId', text()),
  email: key('email', text()),
  phone: key('phoneNum', text()),
  members: key(
    'family',
    list(
      record({
        name: key('name', text()),
        relation: key('relation', text()),
        phone: key('phone', text()),
      }),
    ),
  ),
})
