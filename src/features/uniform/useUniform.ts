import { loadSavedSteps, useOnboardingSteps } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useConfirmedRecord, useQueuedForm } from '#app/lib/forms/queued-form.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { toUniform, type Uniform } from '#contract/uniform'
import { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'
import { findUniformStep, findStepToMark } from './uniform-step.ts'
import { STATUS_CHANGEABLE, toFormValues, readDraft, readRecord } from './values.ts'

/** The uniform as this student last chose it, wherever those words are, and what can be chosen. */
export function useUniform(addressed: string | undefined) {
  const student = useSession()?.subject ?? ''
  const kept = useCachedQuery(uniformQuery())
  const offered = useCachedQuery(garmentsQuery())
  const offeredColours = useCachedQuery(coloursQuery())
  const steps = useOnboardingSteps().steps ?? loadSavedSteps()
  const { items } = useOutbox()
  const garments = offered.data?.garments ?? []
  const colours = offeredColours.data?.colours ?? []
  const confirmed = useConfirmedRecord<{ chosen: Parameters<typeof toUniform>[0] }, Uniform>({
    form: 'uniform',
    kept,
    recordIn: ({ chosen }) => toUniform(chosen, student),
    readRecord,
  })
  const form = useQueuedForm<Uniform, Uniform>({
    form: 'uniform',
    kept,
    confirmed,
    readRecord,
    readDraft: (values) => {
      const draft = readDraft(values)
      return draft && toFormValues({ record: draft, garments, student })
    },
    fill: (record) => toFormValues({ record, garments, student }),
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
    /** The step to mark behind the next submission. */
    mark: isMarked ? undefined : mark,
    confirmed: confirmed.record,
    /** It was handed out: nothing can be changed any more (UNI-05). */
    isHandedOut: (kept.data?.chosen ?? []).some(({ received }) => received !== STATUS_CHANGEABLE),
    ready: form.ready && read === undefined,
    /** The read without which nothing can be shown, once it has failed. */
    failed: form.failed ? kept : read?.state === 'failed' ? read : undefined,
  }
}
