import { useMemo } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import type { Write } from '#app/lib/forms/desk.ts'
import type { Source } from '#app/lib/forms/queued.ts'
import { serverYear } from '#app/lib/moments.ts'
import type { Submitted } from '#app/lib/outbox.ts'
import { travelIn, type Travel } from '#contract/travel'
import type { Problem } from '#offline/item'
import type { Values } from './values.ts'

/** The fields that are shown, in their order. */
const NAMES = [
  'startCity',
  'startDate',
  'arrivalDate',
  'arrivalTime',
  'mode',
  'companions',
  'remark',
  'open',
] as const

/**
 * The state of the travel form: filled, kept while it is typed, checked by the contract's rules,
 * written to the outbox.
 */
export function useTravelForm(given: {
  source: Source<Values>
  /** The values are a draft: they count as typed. */
  restored: boolean
  issues: Problem['issues'] | undefined
  onDraft: (draft: Source<Values>) => Promise<void>
  deliver: Write
}) {
  const year = serverYear()
  const rules = useMemo(() => travelIn(year), [year])
  const { form, version, wrong, focusFirst } = useContractForm<Values, Travel>({
    ...given,
    rules,
    names: NAMES,
  })
  const write = async (travel: Travel): Promise<Submitted> => {
    const result = await given.deliver('travel', travel, version())
    if (result.type !== 'not-saved') form.reset(travel)
    return result
  }
  // A later start makes an earlier arrival meaningless (D-46).
  const startChanged = (start: string) => {
    const { arrivalDate } = form.getValues()
    if (arrivalDate === '' || arrivalDate >= start) return
    form.setValue('arrivalDate', '', { shouldDirty: true })
    form.clearErrors('arrivalDate')
  }
  return { form, year, wrong, write, startChanged, focusFirst }
}
