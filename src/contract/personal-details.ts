import * as v from 'valibot'
import { familyTexts as texts } from '../i18n/family.ts'
import { validationMessage } from '../i18n/translate.ts'
import {
  withCodecChecks,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { choiceField, requiredTextField } from './fields.ts'
import { normalizeNumberText } from './normalize.ts'
import { MOBILE_PATTERN, mobileNumberField } from './phones.ts'
import { textKeys } from './record-keys.ts'

/**
 * The codes of relations in the personal details form. The household form has other codes (FAM-37,
 * D-37).
 */
export const DETAILS_RELATIONS = ['001', '002', '003', '004', '005'] as const

const isName = (value: string) => [...value].length >= 2 && [...value].length <= 6
const detailsPhone = mobileNumberField({
  empty: texts.detailsPhoneRequired,
  wrong: texts.detailsPhoneWrong,
  pattern: MOBILE_PATTERN,
})

/** The personal details form with its rules (FAM-36). */
export const PersonalDetails = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  name: requiredKey(
    'uname',
    textCodec(
      v.nonEmpty(validationMessage(texts.nameRequired)),
      v.check((value) => value === '' || isName(value), validationMessage(texts.nameWrong)),
    ),
  ),
  wechat: requiredKey(
    'wxId',
    textCodec(
      v.transform(normalizeNumberText),
      v.regex(/^[A-Za-z][A-Za-z0-9_-]{5,19}$/, validationMessage(texts.wechatWrong)),
    ),
  ),
  email: textCodec(v.transform(normalizeNumberText), v.email(validationMessage(texts.emailWrong))),
  phone: requiredKey('phoneNum', detailsPhone),
  /** The SMS code that proves the phone number (D-37); '' at a university without SMS. */
  code: requiredKey(
    'codes',
    textCodec(
      v.transform(normalizeNumberText),
      v.check(
        (value) => value === '' || /^[A-Za-z0-9]+$/.test(value),
        validationMessage(texts.codeWrong),
      ),
    ),
  ),
  members: requiredKey(
    'family',
    withCodecChecks(
      listCodec(
        recordCodec({
          name: requiredTextField(texts.nameRequired),
          relation: choiceField(DETAILS_RELATIONS, texts.relationRequired),
          phone: detailsPhone,
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
 * The details as the campus stores them, read leniently: the rules might have been different when
 * the record was written.
 */
export const StoredPersonalDetails = recordCodec({
  name: requiredKey('uname', textCodec()),
  wechat: requiredKey('wxId', textCodec()),
  email: textCodec(),
  phone: requiredKey('phoneNum', textCodec()),
  members: requiredKey(
    'family',
    listCodec(
      recordCodec({
        ...textKeys('name', 'relation', 'phone'),
      } satisfies Record<keyof PersonalDetails['members'][number], unknown>),
    ),
  ),
} satisfies Record<Exclude<keyof PersonalDetails, 'student' | 'code'>, unknown>)
