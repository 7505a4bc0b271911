import { rememberedFlow, useFlow } from '#app/features/onboarding/face.ts'
import { useConfirmed, useQueuedForm } from '#app/lib/forms/queued.ts'
import { useKept } from '#app/lib/kept.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import { uniformOf, type Uniform } from '#contract/uniform'
import { coloursQuery, garmentsQuery, uniformQuery } from './queries.ts'
import { ownStep, stepToMark } from './step-to-mark.ts'
import { CAN_BE_CHANGED, fill, readDraft, readRecord } from './values.ts'

/** The uniform as this student last chose it, wherever those words are, and what can be chosen. */
export function useUniform(addressed: string | undefined) {
  const student = useSession()?.subject ?? ''
  const kept = useKept(uniformQuery())
  const offered = useKept(garmentsQuery())
  const offeredColours = useKept(coloursQuery())
  const steps = useFlow().steps ?? rememberedFlow()
  const { items } = useOutbox()
  const garments = offered.data?.garments ?? []
  const colours = offeredColours.data?.colours ?? []
  const confirmed = useConfirmed<{ chosen: Parameters<typeof uniformOf>[0] }, Uniform>({
    form: 'uniform',
    kept,
    recordIn: ({ chosen }) => uniformOf(chosen, student),
    readRecord,
  })
  const form = useQueuedForm<Uniform, Uniform>({
    form: 'uniform',
    kept,
    confirmed,
    readRecord,
    readDraft: (values) => {
      const draft = readDraft(values)
      return draft && fill({ record: draft, garments, student })
    },
    fill: (record) => fill({ record, garments, student }),
  })
  const step = ownStep(steps, addressed)
  const mark = stepToMark(steps, step)
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
    isHandedOut: (kept.data?.chosen ?? []).some(({ received }) => received !== CAN_BE_CHANGED),
    ready: form.ready && read === undefined,
    /** The read without which nothing can be shown, once it has failed. */
    failed: form.failed ? kept : read?.state === 'failed' ? read : undefined,
  }
}
