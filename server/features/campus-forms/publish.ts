import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { campusFormStepPage } from '#contract/campus-form-names'
import type { CampusFormSettings, CampusFormStep } from '#contract/campus-form-settings'
import type { Db } from '../../platform/database/db.ts'
import { saveFormStep, withdrawFormStep } from '../onboarding-steps/public.ts'
import { findPublishedVersion, insertFormListEntry, insertVersion, setRetired } from './store.ts'

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
    /** The code of the staff member. */
    readonly by: string
    readonly now: Date
  },
): Promise<number> {
  const { form, definition, settings, now } = published
  const before = await findPublishedVersion(db, form)
  const version = await insertVersion(db, published)
  const page = campusFormStepPage(form)
  const isSameStep =
    before !== undefined &&
    before.retiredAt === null &&
    keyOfStep(before.settings.step) === keyOfStep(settings.step)
  if (settings.step === null) await withdrawFormStep(db, { page, now })
  else await saveFormStep(db, { page, title: definition.title, step: settings.step, isSameStep })
  await insertFormListEntry(db)
  return version
}

/** Retires a form: it is offered to nobody and takes no answers; what was given stays. */
export async function retireForm(
  db: Db,
  { form, now }: { readonly form: string; readonly now: Date },
): Promise<void> {
  await setRetired(db, form, now)
  await withdrawFormStep(db, { page: campusFormStepPage(form), now })
}

/** Offers a retired form again, in its newest version. */
export async function reopenForm(db: Db, form: string): Promise<void> {
  await setRetired(db, form, null)
  const newest = await findPublishedVersion(db, form)
  const step = newest?.settings.step ?? null
  if (newest === undefined || step === null) return
  await saveFormStep(db, {
    page: campusFormStepPage(form),
    title: newest.definition.title,
    step,
    isSameStep: true,
  })
}

// The stored settings are JSON whose keys have another order.
const keyOfStep = (step: CampusFormStep | null): string =>
  JSON.stringify(step && [step.position, step.isSkippable, step.before])
