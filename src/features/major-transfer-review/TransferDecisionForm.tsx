import { Controller, useWatch } from 'react-hook-form'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import {
  TRANSFER_NOT_PASSED,
  TRANSFER_PASSED,
  type TransferDecision,
  transferDecisionSchema,
  majorTransferReview,
  type TransferDetails,
} from '#contract/major-transfer-review'
import { formTexts } from '#i18n/form'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'

const PENDING = '0'
const keepNothing = () => Promise.resolve()

/** The decision on a change of major, the new class, and the remark for the student. */
export function TransferDecisionForm({
  entry: { id, status: stands, classes },
  etag,
  onEnd,
}: {
  entry: TransferDetails
  etag: string | undefined
  /** Called after the decision, and also if the application has changed since it was read. */
  onEnd: () => void
}) {
  const texts = useTexts(majorTransferReviewTexts)
  const say = useTexts(formTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
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
    const newClass = decision.status === TRANSFER_PASSED ? decision.newClass : ''
    const outcome = await send(
      majorTransferReview.decide,
      { ...decision, id, newClass },
      { ifMatch: etag },
    )
    if (outcome?.type === 'ok') showToast(texts.saved)
    if (outcome?.type === 'conflict') {
      setProblem(texts.meanwhile)
      form.setValue('status', '')
    }
    // Called even if the request got no response, because the university might have received the
    // decision.
    if (outcome !== undefined && outcome.type !== 'too-many') onEnd()
  }
  if (stands !== PENDING) return <Alert text={problem} />
  return (
    <FormBody
      texts={{ ...say, needed: undefined, submit: texts.submit }}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={problem}
      busy={busy}
      onSubmit={(event) => void form.handleSubmit(decide, focusFirst)(event)}
    >
      <Card flush title={texts.decision}>
        <Controller
          control={form.control}
          name="status"
          render={({ field, fieldState }) => (
            <ChoiceField
              {...field}
              label={texts.status}
              answers={[
                { value: TRANSFER_PASSED, label: texts.approve },
                { value: TRANSFER_NOT_PASSED, label: texts.refuse },
              ]}
              error={fieldState.error?.message}
            />
          )}
        />
        {status === TRANSFER_PASSED && (
          <Controller
            control={form.control}
            name="newClass"
            render={({ field, fieldState }) => (
              <SelectField
                {...field}
                label={texts.newClass}
                hint={texts.newClassHint}
                error={fieldState.error?.message}
                options={[
                  { value: '', label: texts.noClass },
                  ...classes.map((name) => ({ value: name, label: name })),
                ]}
              />
            )}
          />
        )}
        <TextareaField
          label={texts.reply}
          hint={texts.replyHint}
          error={errors.reply?.message}
          {...form.register('reply')}
        />
      </Card>
    </FormBody>
  )
}
