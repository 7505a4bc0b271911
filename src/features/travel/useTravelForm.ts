import { useMemo } from 'react'
import { serverYear } from '#app/lib/format/china-time.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import type { QueuedFormProps } from '#app/lib/forms/submission.ts'
import { travelSchemaForYear, type Travel } from '#contract/travel'
import { travelOutboxView } from './outbox-view.ts'
import type { TravelFormValues } from './values.ts'

const NAMES = travelOutboxView.fields.map(({ name }) => name)

/** The state of the travel form: initial values, drafts, and validation by the contract. */
export function useTravelForm(
  props: Pick<QueuedFormProps<TravelFormValues>, 'source' | 'restored' | 'issues' | 'onDraft'>,
) {
  const year = serverYear()
  const rules = useMemo(() => travelSchemaForYear(year), [year])
  const filled = useContractForm<TravelFormValues, Travel>({ ...props, rules, names: NAMES })
  const { form } = filled
  // The arrival must not be before the start, so a new start clears an earlier arrival (D-46).
  const startChanged = (start: string) => {
    const { arrivalDate } = form.getValues()
    if (arrivalDate === '' || arrivalDate >= start) return
    form.setValue('arrivalDate', '', { shouldDirty: true })
    form.clearErrors('arrivalDate')
  }
  return { ...filled, year, startChanged }
}
