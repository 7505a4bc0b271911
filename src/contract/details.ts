import * as v from 'valibot'
import { familyTexts as texts } from '../i18n/family.ts'
import { validationMessage } from '../i18n/translate.ts'
import { checked, key, list, record, text, type Value } from './codec.ts'
import { choice, MOBILE, mobile, needed } from './fields.ts'
import { plain } from './plain.ts'

/**
 * Relations of the personal details form; never mixed with those of the household (FAM-37, D-37).
 */
export const DETAILS_RELATIONS = ['001', '002', '003', '004', '005'] as const

const isName = (value: string) => [...value].length >= 2 && [...value].length <= 6
const detailsPhone = mobile({
  empty: texts.detailsPhoneRequired,
  wrong: texts.detailsPhoneWrong,
  pattern: MOBILE,
})

/** The personal details form (FAM-36). */
export const Details = record({
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
      v.transform(plain),
      v.regex(/^[A-Za-z][A-Za-z0-9_-]{5,19}$/, validationMessage(texts.wechatWrong)),
    ),
  ),
  email: key('email', text(v.transform(plain), v.email(validationMessage(texts.emailWrong)))),
  phone: key('phoneNum', detailsPhone),
  /** The code by SMS that proves the phone (D-37); '' where a university sends none. */
  code: key(
    'codes',
    text(
      v.transform(plain),
      v.check(
        (value) => value === '' || /^[A-Za-z0-9]+$/.test(value),
        validationMessage(texts.codeWrong),
      ),
    ),
  ),
  members: key(
    'family',
    checked(
      list(
        record({
          name: key('name', needed(texts.nameRequired)),
          relation: key('relation', choice(DETAILS_RELATIONS, texts.relationRequired)),
          phone: key('phone', detailsPhone),
        }),
      ),
      v.maxLength(2, validationMessage(texts.twoMembers)),
    ),
  ),
})
/** What the personal details form holds. */
export type Details = Value<typeof Details>

/** The same where codes are sent, for a form. */
export const detailsWithCode = () =>
  v.pipe(
    Details.schema,
    v.forward(
      v.partialCheck([['code']], ({ code }) => code !== '', validationMessage(texts.codeRequired)),
      ['code'],
    ),
  )

/** The details as the campus has them, whatever today’s rules are. */
export const StoredDetails = record({
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
