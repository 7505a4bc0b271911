import { defineFormView } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import type { StepCompletion } from '#contract/onboarding'
import { stepFormTexts } from '#i18n/step-form'
import { selectTexts, type Language } from '#i18n/translate'
import { loadSavedSteps } from './saved-steps.ts'

/**
 * How the outbox shows the completion of a step. The completion follows a form and contains no
 * input of the student.
 */
export const stepCompletionOutboxView = defineFormView<StepCompletion>({
  summary: (fields, language) =>
    selectTexts(stepFormTexts, language).summary(titleOf(fields['step'], language)),
  rows: { step: { label: stepFormTexts.step, show: titleOf } },
  editAt: (_fields, stunum) => `/welcome/${stunum}`,
  // Completing a step twice changes nothing, so there is never a conflict.
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
})

function titleOf(step: unknown, language: Language): string {
  return createNameTranslator(language)(
    loadSavedSteps().find(({ id }) => String(id) === step)?.title ?? String(step),
  )
}
