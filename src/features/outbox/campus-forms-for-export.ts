import { loadOutboxView } from '#app/features/campus-forms/public.ts'
import type { FormView } from '#app/lib/forms/form-view.ts'
import { campusFormIdOf } from '#contract/campus-form-names'
import type { LocalizedText } from '#i18n/translate'
import type { FormDraft, OutboxItem } from '#offline/outbox/outbox-records'
import { readStoredFields } from './form-views.ts'

/** What this phone knows of the campus form of an unsent submission or of a draft. */
export interface DescribedForm {
  readonly title: LocalizedText | undefined
  readonly view: FormView | undefined
}

/**
 * Reads the titles and questions of the campus forms among these records, each in the version in
 * which it was filled in. A form that this phone cannot read is left out.
 */
export async function describeCampusForms(
  records: readonly (OutboxItem | FormDraft)[],
): Promise<ReadonlyMap<OutboxItem | FormDraft, DescribedForm>> {
  const described = new Map<OutboxItem | FormDraft, DescribedForm>()
  for (const record of records) {
    const form = campusFormIdOf(record.form)
    if (form === undefined) continue
    const content = 'payload' in record ? record.payload : valuesOf(record)
    const { version } = readStoredFields({ payload: content })
    await loadOutboxView()
      .then(async ({ createCampusFormView, loadCampusFormTitle }) =>
        described.set(record, {
          title: await loadCampusFormTitle(form),
          view: await createCampusFormView({ form, version: Number(version) }),
        }),
      )
      .catch(() => {})
  }
  return described
}

// A draft contains what was typed and the version of the record from which it was filled.
const valuesOf = ({ values }: FormDraft) => readStoredFields({ payload: values })['values']
