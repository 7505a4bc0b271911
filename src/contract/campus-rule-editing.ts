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
import { acceptIfCodeZero } from './rules.ts'

/** The longest JSON text of a rule's value, characters. */
const MAX_VALUE_LENGTH = 10_000

const rule = requiredKey('rule', requiredTextField(commonTexts.badField, 50))
/** The value of a rule as JSON. The list of rules (`campus-rule-list.ts`) has its schema. */
const value = requiredKey('value', textCodec(v.nonEmpty(), v.maxLength(MAX_VALUE_LENGTH)))
const firstDay = requiredKey('firstDay', dayField(commonTexts.required))

const RuleVersion = recordCodec({
  ...textKeys('id', 'rule', 'value'),
  /** From when the version applies, ISO instant. */
  validFrom: requiredKey('validFrom', textCodec()),
  /** When it was saved, ISO instant, and by whom. */
  ...textKeys('savedAt', 'by', 'reason'),
  /** Whether it was taken back before it applied. */
  isTakenBack: requiredKey('takenBack', booleanCodec),
})
/** One version of a rule, in its history. */
export type RuleVersion = CodecValue<typeof RuleVersion>

const RulePreview = recordCodec({
  /** The value that applies at that moment without the change, JSON. */
  before: requiredKey('before', textCodec()),
  /** From when the change applies, ISO instant; '' for at once. */
  validFrom: requiredKey('validFrom', textCodec()),
  /** When another planned change replaces it, ISO instant; '' if there is none. */
  validUntil: requiredKey('validUntil', textCodec()),
  /** Whom the rule concerns, and how many people these are now. */
  audience: requiredKey('audience', textCodec()),
  people: requiredKey('people', wholeNumberCodec),
  /** The applications under review, which stay as they are. */
  pending: requiredKey('pending', wholeNumberCodec),
})
/** What a change of a rule does. */
export type RulePreview = CodecValue<typeof RulePreview>

/** The rules of the campus, edited by the office: online only. */
export const campusRuleEditing = {
  list: defineRead({
    path: '/api/manage/rules/list',
    who: ['administrator', 'admissions', 'finance'],
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({
      /** The versions of all rules, the newest first. */
      versions: requiredKey('data', listCodec(RuleVersion)),
      /** The value of each rule that was never changed, JSON. */
      initial: requiredKey(
        'initial',
        listCodec(recordCodec({ rule: requiredKey('rule', textCodec()), value })),
      ),
      /** The time of the server, ISO instant. */
      now: requiredKey('now', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  preview: defineRead({
    path: '/api/manage/rules/preview',
    who: ['administrator'],
    offline: 'online-only',
    input: recordCodec({ rule, value, firstDay }),
    output: recordCodec({ preview: requiredKey('data', RulePreview) }),
    rule: acceptIfCodeZero,
  }),
  save: defineWrite({
    path: '/api/manage/rules/save',
    who: ['administrator'],
    input: recordCodec({
      rule,
      value,
      firstDay,
      /** The newest version that the editor has seen, '' for none. Another one means a conflict. */
      seen: requiredKey('seen', textCodec(v.maxLength(64))),
      reason: requiredKey('reason', requiredTextField(officeTexts.reasonNeeded, 200)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Takes a version back that does not apply yet. */
  takeBack: defineWrite({
    path: '/api/manage/rules/takeBack',
    who: ['administrator'],
    input: recordCodec({
      id: requiredKey('id', requiredTextField(commonTexts.badField, 64)),
      reason: requiredKey('reason', requiredTextField(officeTexts.reasonNeeded, 200)),
    }),
    rule: acceptIfCodeZero,
  }),
}
