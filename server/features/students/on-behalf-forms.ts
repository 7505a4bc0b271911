import type { RecordFormName } from '#contract/forms'
import { createCampusOnBehalfForm } from '../campus-forms/public.ts'
import { personalDetailsOnBehalfForm, familyOnBehalfForm } from '../family/public.ts'
import { livingSuppliesOnBehalfForm } from '../living-supplies/public.ts'
import { stepOnBehalfForm } from '../onboarding/public.ts'
import type { QueuedOnBehalfForm, OnBehalfForm } from '../student-forms/public.ts'
import { travelOnBehalfForm } from '../travel/public.ts'
import { uniformOnBehalfForm } from '../uniform/public.ts'

/** The forms that the office can read and write, in the order of their steps. */
export const onBehalfForms: readonly QueuedOnBehalfForm[] = Object.values({
  family: familyOnBehalfForm,
  travel: travelOnBehalfForm,
  uniform: uniformOnBehalfForm,
  living: livingSuppliesOnBehalfForm,
} satisfies Record<RecordFormName, QueuedOnBehalfForm>)

/** Finds a form of the outbox, the completion of a step, or a form of the campus, by name. */
export const findQueuedOnBehalfForm = (name: string): QueuedOnBehalfForm | undefined =>
  [...onBehalfForms, stepOnBehalfForm].find(({ form }) => form.name === name) ??
  createCampusOnBehalfForm(name)

/** Finds a form that the office fills in, by name. */
export const findOnBehalfForm = (name: string): OnBehalfForm | undefined =>
  name === personalDetailsOnBehalfForm.name
    ? personalDetailsOnBehalfForm
    : findQueuedOnBehalfForm(name)
