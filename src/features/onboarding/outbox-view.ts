import type { FormView } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import { outboxTexts } from '#i18n/outbox'
import { selectTexts, type Language } from '#i18n/translate'
import { loadSavedSteps } from './saved-steps.ts'

/**
 * How the outbox shows the completion of a step. The completion follows a form and contains no
 * input of the student.
 */
export const stepOutboxView: FormView = {
  title: outboxTexts.stepTitle,
  summary: (fields, language) =>
    selectTexts(outboxTexts, language).stepText(titleOf(fields['step'], language)),
  fields: [{ name: 'step', label: outboxTexts.stepName, show: titleOf }],
  editAt: (_fields, stunum) => `/welcome/${stunum}`,
  // Completing a step twice changes nothing, so there is never a conflict.
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
}

function titleOf(step: unknown, language: Language): string {
  return createNameTranslator(language)(
    loadSavedSteps().find(({ id }) => String(id) === step)?.title ?? String(step),
  )
}
