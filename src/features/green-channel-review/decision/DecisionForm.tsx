import { type SubmitEvent } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import type { GreenChannelApplication } from '#contract/green-channel'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from '../kinds.ts'
import { DecisionFields } from './DecisionFields.tsx'
import { useDecision } from './useDecision.ts'

/** The decision form: approved or rejected, and the remark (AUD-06, AUD-09, D-79). */
export function DecisionForm(props: {
  kind: ApplicationKind
  application: GreenChannelApplication
  etag: string | undefined
  refetch: () => Promise<unknown>
  onDecided: (decided: GreenChannelApplication) => Promise<void>
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const say = useTexts(formTexts)
  const { contract, refuseOffline, decide, busy, refusal } = useDecision(props)
  const { form, wrong, focusFirst } = contract
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!refuseOffline()) void form.handleSubmit(decide, focusFirst)(event)
  }
  return (
    <FormBody
      texts={{ ...say, needed: undefined, submit: texts.submit }}
      errors={form.formState.submitCount > 0 ? wrong.map(({ message }) => message) : []}
      busy={busy}
      onSubmit={submit}
    >
      <DecisionFields kind={props.kind} form={form} />
      {refusal && (
        <Alert title={refusal.reason && refusal.title} text={refusal.reason ?? refusal.title} />
      )}
    </FormBody>
  )
}
