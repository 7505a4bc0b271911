import * as v from 'valibot'
import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import { type QueuedFormName, findQueuedForm } from '#contract/forms'
import { canResend } from '#contract/queued-form'
import type { Language } from '#i18n/translate'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import * as views from './views.ts'

// A queued form without a view does not compile.
const knownViews: Readonly<Record<QueuedFormName, FormView>> = views
/** The views of all forms that the outbox knows, by name. */
export const formViewsByName: Readonly<Record<string, FormView>> = knownViews

/** Returns the fields of a stored submission; empty if the payload is not an object. */
export function readStoredFields({
  payload,
}: Pick<OutboxItem | DeliveryReceipt, 'payload'>): FormFields {
  const read = v.safeParse(v.record(v.string(), v.unknown()), payload)
  return read.success ? read.output : {}
}

/** Whether the form can be sent again under another key without being counted twice. */
export const canResubmit = ({ form }: Pick<OutboxItem, 'form'>): boolean =>
  canResend(findQueuedForm(form))

/** Whether a refused submission can be sent again unchanged. */
export const canRetryRefusedItem = ({ form }: Pick<OutboxItem, 'form'>): boolean =>
  findQueuedForm(form)?.isDeduplicatedByServer === true

/**
 * Returns the first validation error of the fields; undefined if they are valid. A merge of two
 * valid records can be invalid.
 */
export function findFormValidationError(
  form: string,
  fields: FormFields,
  language: Language,
): string | undefined {
  const definition = findQueuedForm(form)
  if (definition === undefined) return undefined
  return v.safeParse(definition.payload.schema, fields, { lang: language }).issues?.[0].message
}
