import * as v from 'valibot'
import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { campusFormIdOf } from '#contract/campus-form-names'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { type QueuedFormName, findQueuedForm } from '#contract/forms'
import { canResend } from '#contract/queued-form'
import type { Language } from '#i18n/translate'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import * as views from './views.ts'

// A queued form without a view does not compile.
const knownViews: Readonly<Record<QueuedFormName, FormView>> = views
/** The views of all forms that the outbox knows, by name. */
export const formViewsByName: Readonly<Record<string, FormView>> = knownViews

/**
 * The view of a form, for a list. What the outbox says of a campus form without its definition is
 * its title and where it is edited; `useFormView` has its questions too.
 */
export function findFormView(name: string): FormView | undefined {
  const form = campusFormIdOf(name)
  return form === undefined ? formViewsByName[name] : createBriefView(form)
}

const createBriefView = (form: string): FormView => ({
  summary: () => '',
  fields: [],
  editAt: (_fields, stunum) => `/campusForm/${form}/${stunum}`,
  fetchServerVersion: async (student) => {
    const found = await callApi(campusFormDelivery.find, { student, form })
    return found.type === 'ok' ? { ...found, data: found.data.submission } : found
  },
})

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
