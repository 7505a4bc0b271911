import { loadSavedSteps, useOnboardingSteps } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { PAYMENT_STEP_PAGES, type OnboardingStep } from '#contract/onboarding'
import { combineGarmentChoices, type Uniform } from '#contract/uniform'
import { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'
import {
  UNIFORM_STATUS_CHANGEABLE,
  toUniformFormValues,
  parseUniformDraft,
  parseUniformRecord,
} from './values.ts'

/**
 * Returns this student's newest uniform, from the draft, the outbox or the university, and the
 * available options.
 */
export function useUniform(addressed: string | undefined) {
  const student = useSession()?.subject ?? ''
  const kept = useCachedQuery(uniformQuery())
  const offered = useCachedQuery(garmentsQuery())
  const offeredColours = useCachedQuery(coloursQuery())
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const { items } = useOutboxStatus()
  const garments = offered.data?.garments ?? []
  const colours = offeredColours.data?.colours ?? []
  const confirmed = useConfirmedRecord<
    { chosen: Parameters<typeof combineGarmentChoices>[0] },
    Uniform
  >({
    form: 'uniform',
    kept,
    recordIn: ({ chosen }) => combineGarmentChoices(chosen, student),
    readRecord: parseUniformRecord,
  })
  const form = useQueuedForm<Uniform, Uniform>({
    form: 'uniform',
    kept,
    confirmed,
    readRecord: parseUniformRecord,
    readDraft: (values) => {
      const draft = parseUniformDraft(values)
      return draft && toUniformFormValues({ record: draft, garments, student })
    },
    fill: (record) => toUniformFormValues({ record, garments, student }),
  })
  const step = findUniformStep(steps, addressed)
  const mark = findStepToMark(steps, step)
  const isMarked = items.some(
    ({ form, payload }) =>
      form === 'step' && JSON.stringify(payload) === JSON.stringify({ student, step }),
  )
  const read = [offered, offeredColours].find(({ data }) => data === undefined)
  return {
    ...form,
    kept,
    garments,
    colours,
    step,
    /** The number of the step to complete after the next submission. */
    mark: isMarked ? undefined : mark,
    confirmed: confirmed.record,
    /** Whether the uniform was handed out and can no longer be changed (UNI-05). */
    isHandedOut: (kept.data?.chosen ?? []).some(
      ({ received }) => received !== UNIFORM_STATUS_CHANGEABLE,
    ),
    ready: form.ready && read === undefined,
    /** The query that failed and without which the page can show nothing. */
    failed: form.failed ? kept : read?.state === 'failed' ? read : undefined,
  }
}

/** The page of the uniform's step. */
const UNIFORM_PAGE = 'militaryTrainingClothing'

/**
 * Returns the step to complete after a submission: the uniform's own step, while the payment-info
 * step is open (D-34). A phone that has not loaded the steps completes it too. After the payment
 * the backend completes the step itself.
 */
function findStepToMark(steps: readonly OnboardingStep[], step: string): string | undefined {
  const isOpen = steps.some((one) => one.page === PAYMENT_STEP_PAGES[0] && !one.done)
  return (isOpen || steps.length === 0) && /^\d+$/.test(step) ? step : undefined
}

/** The number of the uniform's step: from the loaded steps, or else from the address. */
const findUniformStep = (steps: readonly OnboardingStep[], addressed: string | undefined): string =>
  String(steps.find(({ page }) => page === UNIFORM_PAGE)?.id ?? addressed ?? '')
