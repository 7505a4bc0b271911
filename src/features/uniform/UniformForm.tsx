import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { submitForm } from '#app/lib/forms/queued-form.ts'
import { type QueuedFormProps, useSubmission } from '#app/lib/forms/submission.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { uniformForm, type Colour, type Garment, type Uniform } from '#contract/uniform'
import { formTexts } from '#i18n/form'
import { uniformTexts } from '#i18n/uniform'
import { ColourField } from './ColourField.tsx'
import { uniformOutboxView } from './outbox-view.ts'
import { SizeField } from './SizeField.tsx'
import { submitUniform } from './submit.ts'

const NAMES = uniformOutboxView.fields.map(({ name }) => name)

/** The form: one size per garment, one colour, and an optional remark (UNI-02, UNI-03). */
export function UniformForm({
  garments,
  colours,
  isNew,
  mark,
  write = submitForm,
  ...props
}: QueuedFormProps<Uniform> & {
  garments: readonly Garment[]
  colours: readonly Colour[]
  /** Whether no uniform was submitted before. */
  isNew: boolean
  /** The number of the step to complete after the submission. */
  mark: string | undefined
}) {
  const texts = useTexts(uniformTexts)
  const say = useTexts(formTexts)
  const filled = useContractForm<Uniform, Uniform>({
    ...props,
    rules: uniformForm.payload.schema,
    names: NAMES,
  })
  const { form } = filled
  const submission = useSubmission(filled, {
    send: (uniform) => submitUniform(uniform, { baseVersion: filled.version(), mark, write }),
    onSaved: props.onSaved,
    onWrong: () => showToast(say.putRight, { ms: INVALID_INPUT_TOAST_MS }),
  })
  return (
    <FormBody
      texts={isNew ? say : { ...say, submit: texts.change }}
      {...submission}
      restored={props.restored}
      onDropDraft={props.onDropDraft}
      isInConflict={props.isInConflict}
      onSkip={props.onSkip}
    >
      <Card flush title={texts.sizes}>
        {garments.map((garment, at) => (
          <SizeField key={garment.id} form={form} at={at} garment={garment} />
        ))}
      </Card>
      <Card flush>
        <ColourField form={form} colours={colours} />
        <TextareaField
          label={texts.remark}
          hint={texts.remarkHint}
          error={form.formState.errors.remark?.message}
          {...form.register('remark')}
        />
      </Card>
    </FormBody>
  )
}
