import type { FormView } from '#app/lib/forms/view.ts'
import { namedIn } from '#app/lib/names.ts'
import { outboxWords } from '#words/outbox'
import { speak, type Language } from '#words/say'
import { rememberedFlow } from './remembered.ts'

/** How the outbox speaks of the mark that follows a form; it carries no words of the student's. */
export const stepView: FormView = {
  title: outboxWords.stepTitle,
  summary: (fields, language) =>
    speak(outboxWords, language).stepText(titleOf(fields['step'], language)),
  fields: [{ name: 'step', label: outboxWords.stepName, show: titleOf }],
  editAt: (_fields, stunum) => `/welcome/${stunum}`,
  // Marking twice is marking once: there is never anything to choose from.
  theirs: async () => ({ type: 'ok', data: null, echoed: false }),
}

function titleOf(step: unknown, language: Language): string {
  return namedIn(language)(
    rememberedFlow().find(({ id }) => String(id) === step)?.title ?? String(step),
  )
}
