import { Controller, useWatch } from 'react-hook-form'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { toast } from '#app/ui/toast.ts'
import {
  NOT_PASSED,
  PASSED,
  type TransferDecision,
  transferDecisionSchema,
  transferdesk,
  type TransferWhole,
} from '#contract/transferdesk'
import { formWords } from '#words/form'
import { transferdeskWords } from '#words/transferdesk'

const PENDING = '0'
const keepNothing = () => Promise.resolve()

/** May the student go, into which class, and what is said to them. */
export function DecisionForm({
  entry: { id, status: stands, classes },
  etag,
  onEnd,
}: {
  entry: TransferWhole
  etag: string | undefined
  /** It is decided, or what was read is old. */
  onEnd: () => void
}) {
  const words = useWords(transferdeskWords)
  const say = useWords(formWords)
  const { send, busy, problem, complain } = useLive()
  const { form, wrong, focusFirst } = useContractForm<TransferDecision, TransferDecision>({
    rules: transferDecisionSchema,
    names: ['status', 'newClass', 'reply'],
    source: { values: { id, status: '', newClass: '', reply: '' } },
    restored: false,
    onDraft: keepNothing,
  })
  const { errors, submitCount } = form.formState
  const status = useWatch({ control: form.control, name: 'status' })
  const decide = async (decision: TransferDecision) => {
    const newClass = decision.status === PASSED ? decision.newClass : ''
    const outcome = await send(
      transferdesk.decide,
      { ...decision, id, newClass },
      { ifMatch: etag },
    )
    if (outcome?.type === 'ok') toast(words.saved)
    if (outcome?.type === 'conflict') {
      complain(words.meanwhile)
      form.setValue('status', '')
    }
    // Also after silence, since the decision may have arrived.
    if (outcome !== undefined && outcome.type !== 'too-many') onEnd()
  }
  if (stands !== PENDING) return <Alert text={problem} />
  return (
    <FormBody
      words={{ ...say, needed: undefined, submit: words.submit }}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onSubmit={(event) => void form.handleSubmit(decide, focusFirst)(event)}
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
                { value: PASSED, label: words.approve },
                { value: NOT_PASSED, label: words.refuse },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
        {status === PASSED && (
          <Controller
            control={form.control}
            name="newClass"
            render={({ field, fieldState }) => (
              <SelectField
                {...field}
                label={words.newClass}
                hint={words.newClassHint}
                error={fieldState.error?.message}
                closeLabel={words.close}
                options={[
                  { value: '', label: words.noClass },
                  ...classes.map((name) => ({ value: name, label: name })),
                ]}
              />
            )}
          />
        )}
        <TextareaField
          label={words.reply}
          hint={words.replyHint}
          error={errors.reply?.message}
          {...form.register('reply')}
        />
      </Card>
    </FormBody>
  )
}
