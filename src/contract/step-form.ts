import { formTitles } from '../i18n/form-titles.ts'
import { onboarding, type StepCompletion } from './onboarding.ts'
import type { QueuedForm } from './queued-form.ts'

/** The queued form of a step's completion, sent after the form that it belongs to. */
export const stepForm = {
  name: 'step',
  title: formTitles.step,
  schemaVersion: 1,
  payload: onboarding.complete.input,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  add: onboarding.complete,
} satisfies QueuedForm<StepCompletion>
