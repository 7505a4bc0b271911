import * as v from 'valibot'
import type { AnyCall } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import type { Language, LocalizedText } from '#i18n/translate'
import { findUnstorableKeys } from '../../database/queries/storable.ts'
import type { InputIssue } from '../handler.ts'
import { personIdentifierKeys } from '../permissions.ts'

/** The result of validating a body: the decoded input, or the issues by field. */
export type ValidationResult<I> =
  | { type: 'ok'; input: I }
  | { type: 'invalid'; issues: InputIssue[] }

// Sets the message of issues whose schema has no message of its own, because Valibot's messages are
// in English and name types. A parse without `lang`, such as that of the settings, keeps Valibot's
// messages.
for (const lang of ['zh', 'en'] as const) v.setGlobalMessage(commonTexts.badField[lang], lang)

/**
 * Validates a body: only known fields, the call's schema, and only characters that can be stored.
 */
export function validateBody<I>(
  call: Pick<AnyCall, 'input'>,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): ValidationResult<I> {
  const known = new Set([...wireKeysOf(call.input), ...personIdentifierKeys])
  const wrong = (paths: readonly string[], says: LocalizedText): ValidationResult<I> => ({
    type: 'invalid',
    issues: paths.slice(0, 20).map((path) => ({ path, message: says[language] })),
  })
  const strange = Object.keys(body).filter((name) => !known.has(name))
  if (strange.length > 0) return wrong(strange, refusalTexts.unknownField)
  // The schema is checked first, because its issues name the field, even inside JSON text.
  const parsed = v.safeParse(call.input.decode, body, { lang: language })
  if (!parsed.success) return { type: 'invalid', issues: toFieldIssues(parsed.issues) }
  const sent = findUnstorableKeys(body)
  if (sent.length > 0) return wrong(sent, refusalTexts.badCharacters)
  // The check is repeated, because JSON text in a field is decoded only at this point.
  const read = findUnstorableKeys(parsed.output)
  if (read.length > 0) return wrong(read, refusalTexts.badCharacters)
  return { type: 'ok', input: parsed.output }
}

/** The keys that are allowed at the top level of a body. */
export const wireKeysOf = ({ wireKeys, fields = {} }: AnyCall['input']): readonly string[] =>
  wireKeys ?? Object.values(fields).flatMap(({ wire }) => wire)

/** The issues of a failed parse, with the path of each field. */
export const toFieldIssues = (issues: readonly v.BaseIssue<unknown>[]): InputIssue[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
