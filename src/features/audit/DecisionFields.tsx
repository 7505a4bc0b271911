import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import type { Decision } from '#contract/audit'
import { APPROVED, REJECTED } from '#contract/greenchannel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { Kind } from './kinds.ts'
import { QuickReasons } from './QuickReasons.tsx'

/** Approved or not, and why (AUD-06, AUD-09). */
export function DecisionFields({
  kind,
  form,
}: {
  kind: Kind
  form: UseFormReturn<Decision, unknown, Decision>
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { errors, submitCount } = form.formState
  const [status, reason] = useWatch({ control: form.control, name: ['status', 'reason'] })
  const quick = (next: string) => {
    form.setValue('reason', next, { shouldDirty: true, shouldValidate: submitCount > 0 })
    // Who names what is wrong rejects.
    if (next !== '' && status === '')
      form.setValue('status', REJECTED, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Card flush title={texts.decision}>
      <Controller
        control={form.control}
        name="status"
        render={({ field, fieldState }) => (
          <ChoiceField
            {...field}
            label={texts.status}
            answers={[
              { value: APPROVED, label: texts.approved },
              { value: REJECTED, label: texts.rejected },
            ]}
            error={fieldState.error?.message}
          />
        )}
      />
      {status !== APPROVED && (
        <QuickReasons
          reasons={kind === 'loan' ? texts.loanReasons : texts.householdReasons}
          value={reason}
          onChange={quick}
        />
      )}
      <TextareaField
        label={texts.remark}
        hint={texts.remarkHint}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
    </Card>
  )
}
