import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { type CampusFormSettings, stepPageOfForm } from '#contract/campus-form-settings'
import type { Db } from '../../platform/database/db.ts'
import { saveFormStep, withdrawFormStep } from '../onboarding-steps/public.ts'
import { findPublishedVersion, insertVersion, setRetired } from './store.ts'

/**
 * Publishes a version of a form whose definition and settings are valid. A retired form is offered
 * again. The form's step in the flow is changed only if the settings of the step differ from those
 * of the version before, so that a place that the office has given it in the list of steps stays.
 * Resolves to the number of the version.
 */
export async function publishForm(
  db: Db,
  published: {
    readonly form: string
    readonly definition: CampusFormDefinition
    readonly settings: CampusFormSettings
    /** The staff member. */
    readonly by: string
    readonly now: Date
  },
): Promise<number> {
  const { form, definition, settings, now } = published
  const before = await findPublishedVersion(db, form)
  const version = await insertVersion(db, published)
  const page = stepPageOfForm(form)
  const isSameStep =
    before !== undefined &&
    before.retiredAt === null &&
    JSON.stringify(before.settings.step) === JSON.stringify(settings.step)
  if (settings.step === null) await withdrawFormStep(db, { page, now })
  else await saveFormStep(db, { page, title: definition.title, step: settings.step, isSameStep })
  return version
}

/** Retires a form: it is offered to nobody and takes no answers; what was given stays. */
export async function retireForm(
  db: Db,
  { form, now }: { readonly form: string; readonly now: Date },
): Promise<void> {
  await setRetired(db, form, now)
  await withdrawFormStep(db, { page: stepPageOfForm(form), now })
}
