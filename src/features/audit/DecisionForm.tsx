import { type SubmitEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useWords } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { type Application, APPROVED, REJECTED } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import { formWords } from '#words/form'
import type { Kind } from './kinds.ts'
import { QuickReasons } from './QuickReasons.tsx'
import { useDecision } from './useDecision.ts'

/** The decision: approved or not, and why (AUD-06, AUD-09, D-79). */
export function DecisionForm(given: {
  kind: Kind
  application: Application
  etag: string | undefined
  refetch: () => Promise<unknown>
  onDecided: (decided: Application) => Promise<void>
}) {
  const words = useWords(auditWords)
  const say = useWords(formWords)
  const { contract, refuseOffline, decide, busy, refusal } = useDecision(given)
  const { form, wrong, focusFirst } = contract
  const { errors, submitCount } = form.formState
  const [status, reason] = useWatch({ control: form.control, name: ['status', 'reason'] })
  const quick = (next: string) => {
    form.setValue('reason', next, { shouldDirty: true, shouldValidate: submitCount > 0 })
    // Who names what is wrong rejects.
    if (next !== '' && status === '')
      form.setValue('status', REJECTED, { shouldDirty: true, shouldValidate: true })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!refuseOffline()) void form.handleSubmit(decide, focusFirst)(event)
  }
  return (
    <FormBody
      words={{ ...say, needed: undefined, submit: words.submit }}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      busy={busy}
      onSubmit={submit}
    >
      <Card flush title={words.decision}>
        <Controller
          control={form.control}
          name="status"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={words.status}
              answers={[
                { value: APPROVED, label: words.approved },
                { value: REJECTED, label: words.rejected },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
        {status !== APPROVED && (
          <QuickReasons
            reasons={given.kind === 'loan' ? words.loanReasons : words.householdReasons}
            value={reason}
            onChange={quick}
          />
        )}
        <TextareaField
          label={words.remark}
          hint={words.remarkHint}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
      </Card>
      {refusal && (
        <Alert title={refusal.reason && refusal.title} text={refusal.reason ?? refusal.title} />
      )}
    </FormBody>
  )
}
