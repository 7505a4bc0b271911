import { type SubmitEvent } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import type { Application } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import { formWords } from '#words/form'
import { DecisionFields } from './DecisionFields.tsx'
import type { Kind } from './kinds.ts'
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
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!refuseOffline()) void form.handleSubmit(decide, focusFirst)(event)
  }
  return (
    <FormBody
      words={{ ...say, needed: undefined, submit: words.submit }}
      errors={form.formState.submitCount > 0 ? wrong.map(({ message }) => message) : []}
      busy={busy}
      onSubmit={submit}
    >
      <DecisionFields kind={given.kind} form={form} />
      {refusal && (
        <Alert title={refusal.reason && refusal.title} text={refusal.reason ?? refusal.title} />
      )}
    </FormBody>
  )
}
