import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { APPLICATION_APPROVED, APPLICATION_REJECTED } from '#contract/green-channel'
import type { ReviewDecision } from '#contract/green-channel-review'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from '../kinds.ts'
import { QuickReasons } from './QuickReasons.tsx'

/** The fields of a decision: approved or rejected, and the remark (AUD-06, AUD-09). */
export function DecisionFields({
  kind,
  form,
}: {
  kind: ApplicationKind
  form: UseFormReturn<ReviewDecision, unknown, ReviewDecision>
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { errors, submitCount } = form.formState
  const [status, reason] = useWatch({ control: form.control, name: ['status', 'reason'] })
  const quick = (next: string) => {
    form.setValue('reason', next, { shouldDirty: true, shouldValidate: submitCount > 0 })
    // Entering a problem selects "rejected".
    if (next !== '' && status === '')
      form.setValue('status', APPLICATION_REJECTED, { shouldDirty: true, shouldValidate: true })
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
              { value: APPLICATION_APPROVED, label: texts.approved },
              { value: APPLICATION_REJECTED, label: texts.rejected },
            ]}
            error={fieldState.error?.message}
          />
        )}
      />
      {status !== APPLICATION_APPROVED && (
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
