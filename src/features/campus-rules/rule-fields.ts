import {
  CAMPUS_RULES,
  type CampusRuleKey,
  type RuleField,
  type RuleValue,
} from '#contract/campus-rule-list'
import { formatYuan, parseYuan } from '#contract/fields'
import { normalizeAmount, normalizeNumberText } from '#contract/normalize'

/** The values of a rule's fields as an editor types them. */
export type TypedRule = Readonly<Record<string, string>>

/** Converts a rule's value to what the editor shows. */
export const toTypedRule = (key: CampusRuleKey, value: RuleValue): TypedRule =>
  Object.fromEntries(
    CAMPUS_RULES[key].fields.map((field) => [field.name, toText(field, value[field.name])]),
  )

/** Converts what was typed to a value; the rule's schema refuses what cannot be converted. */
export const fromTypedRule = (key: CampusRuleKey, typed: TypedRule): RuleValue =>
  Object.fromEntries(
    CAMPUS_RULES[key].fields.map((field) => [field.name, fromText(field, typed[field.name] ?? '')]),
  )

/** Parses the JSON text of a value from the server; undefined if the rule does not accept it. */
export function parseRuleValue(key: CampusRuleKey, json: string): RuleValue | undefined {
  try {
    const read = CAMPUS_RULES[key].read(JSON.parse(json))
    return read.type === 'ok' ? read.value : undefined
  } catch {
    return undefined
  }
}

function toText({ type }: RuleField, value: RuleValue[string] | undefined): string {
  switch (type) {
    case 'yuan':
      return formatYuan(Number(value)).replace(/\.00$/, '')
    case 'flag':
      return value === true ? '1' : '0'
    case 'words':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'number':
    case 'choice':
    case 'minute':
    case 'line':
      return String(value ?? '')
  }
}

function fromText({ type }: RuleField, typed: string): RuleValue[string] {
  switch (type) {
    case 'yuan': {
      const yuan = normalizeAmount(typed)
      return /^\d{1,7}(\.\d{1,2})?$/.test(yuan) ? parseYuan(yuan) : Number.NaN
    }
    case 'number': {
      const digits = normalizeNumberText(typed)
      return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
    }
    case 'flag':
      return typed === '1'
    case 'words':
      return typed
        .split(/[\n、，,;；]/)
        .map((word) => word.trim())
        .filter((word) => word !== '')
    case 'choice':
    case 'minute':
    case 'line':
      return typed
  }
}
