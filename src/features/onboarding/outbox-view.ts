import type { FormView } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import { outboxTexts } from '#i18n/outbox'
import { selectTexts, type Language } from '#i18n/translate'
import { loadSavedSteps } from './saved-steps.ts'

/** How the outbox speaks of the mark that follows a form; it carries no words of the student's. */
export const stepOutboxView: FormView = {
  title: outboxTexts.stepTitle,
  summary: (fields, language) =>
    selectTexts(outboxTexts, language).stepText(titleOf(fields['step'], language)),
  fields: [{ name: 'step', label: outboxTexts.stepName, show: titleOf }],
  editAt: (_fields, stunum) => `/welcome/${stunum}`,
  // Marking twice is marking once: there is never anything to choose from.
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
}

function titleOf(step: unknown, language: Language): string {
  return createNameTranslator(language)(
    loadSavedSteps().find(({ id }) => String(id) === step)?.title ?? String(step),
  )
}
