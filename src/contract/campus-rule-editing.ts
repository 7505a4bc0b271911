import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { dayField, requiredTextField } from './fields.ts'
import { textKeys } from './record-keys.ts'

/** The longest JSON text of a rule's value, characters. */
const MAX_VALUE_LENGTH = 10_000

const rule = requiredKey('rule', requiredTextField(commonTexts.badField, 50))
/** The value of a rule as JSON. The list of rules (`campus-rule-list.ts`) has its schema. */
const value = requiredKey('value', textCodec(v.nonEmpty(), v.maxLength(MAX_VALUE_LENGTH)))
const firstDay = requiredKey('firstDay', dayField(commonTexts.required))

const RuleVersion = recordCodec({
  ...textKeys('id', 'rule', 'value'),
  /** From when the version applies, ISO instant. */
  validFrom: textCodec(),
  /** When it was saved, ISO instant, and by whom. */
  ...textKeys('savedAt', 'by', 'reason'),
  /** Whether it was taken back before it applied. */
  isTakenBack: requiredKey('takenBack', booleanCodec),
})
/** One version of a rule, in its history. */
export type RuleVersion = CodecValue<typeof RuleVersion>

const RulePreview = recordCodec({
  /** The value that applies at that moment without the change, JSON. */
  before: textCodec(),
  /** From when the change applies, ISO instant; '' for at once. */
  validFrom: textCodec(),
  /** When another planned change replaces it, ISO instant; '' if there is none. */
  validUntil: textCodec(),
  /** Whom the rule concerns, and how many people these are now. */
  audience: textCodec(),
  people: wholeNumberCodec,
  /** The applications under review, which stay as they are. */
  pending: wholeNumberCodec,
})
/** What a change of a rule does. */
export type RulePreview = CodecValue<typeof RulePreview>

/** The rules of the campus, edited by the office: online only. */
export const campusRuleEditing = {
  list: defineRead({
    path: '/api/manage/rules/list',
    who: ['administrator', 'admissions', 'finance'],
    input: recordCodec({}),
    output: recordCodec({
      /** The versions of all rules, the newest first. */
      versions: requiredKey('data', listCodec(RuleVersion)),
      /** The value of each rule that was never changed, JSON. */
      initial: listCodec(recordCodec({ rule: textCodec(), value })),
      /** The time of the server, ISO instant. */
      now: textCodec(),
    }),
  }),
  preview: defineRead({
    path: '/api/manage/rules/preview',
    who: ['administrator'],
    input: recordCodec({ rule, value, firstDay }),
    output: recordCodec({ preview: requiredKey('data', RulePreview) }),
  }),
  save: defineWrite({
    path: '/api/manage/rules/save',
    who: ['administrator'],
    input: recordCodec({
      rule,
      value,
      firstDay,
      /** The newest version that the editor has seen, '' for none. Another one means a conflict. */
      seen: textCodec(v.maxLength(64)),
      reason: requiredTextField(officeTexts.reasonNeeded, 200),
    }),
  }),
  /** Takes a version back that does not apply yet. */
  takeBack: defineWrite({
    path: '/api/manage/rules/takeBack',
    who: ['administrator'],
    input: recordCodec({
      id: requiredTextField(commonTexts.badField, 64),
      reason: requiredTextField(officeTexts.reasonNeeded, 200),
    }),
  }),
}
