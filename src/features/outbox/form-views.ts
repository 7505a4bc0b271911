import * as v from 'valibot'
import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import { queuedForms as contractForms } from '#contract/forms'
import { canResend } from '#contract/queued-form'
import type { Language } from '#i18n/translate'
import type { OutboxItem, Receipt } from '#offline/outbox/outbox-records'
import * as views from './views.ts'

/** The forms that the outbox knows, by name. */
export const formViews: Readonly<Record<string, FormView>> = views

/** The fields of a stored submission; none when it is no record of fields at all. */
export function fieldsOf({ payload }: Pick<OutboxItem | Receipt, 'payload'>): FormFields {
  const read = v.safeParse(v.record(v.string(), v.unknown()), payload)
  return read.success ? read.output : {}
}

/** Would sending it under another key double nothing? */
export const canResubmit = ({ form }: Pick<OutboxItem, 'form'>): boolean =>
  canResend(contractForms[form])

/** May what was refused be judged anew, as it is? */
export const canRetryRefused = ({ form }: Pick<OutboxItem, 'form'>): boolean =>
  contractForms[form]?.isDeduplicatedByServer === true

/**
 * Do these fields keep the rules of the form? The first complaint, if not: two good records can mix
 * into a bad one.
 */
export function findValidationError(
  form: string,
  fields: FormFields,
  language: Language,
): string | undefined {
  const definition = contractForms[form]
  if (definition === undefined) return undefined
  return v.safeParse(definition.payload.schema, fields, { lang: language }).issues?.[0].message
}
