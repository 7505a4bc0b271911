import { type SubmitEvent, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useImagePicker } from '#app/host/image-picker.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import {
  type GreenChannelApplication,
  greenChannel,
  type LoanApplication,
  listLoanAmounts,
  LOAN_RULE,
} from '#contract/green-channel'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'
import { photoTexts } from '#i18n/photo'
import { ApplicationRefusalAlert } from './ApplicationRefusalAlert.tsx'
import { parseDraft, LoanDraft, type ApplicationDraft } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { useLoanForm } from './useLoanForm.ts'
import { encodePicture, useSubmitApplication } from './useSubmitApplication.ts'

/**
 * The loan form: amount, contract, code and the picture of the receipt (GRN-04). To correct a
 * rejected application, the form starts with the values of that application.
 */
export function LoanForm({
  replaced,
  writing,
  invalidate,
}: {
  replaced: GreenChannelApplication | undefined
  writing: ApplicationDraft
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const say = useTexts(formTexts)
  const photo = useTexts(photoTexts)
  const [before] = useState(() => parseDraft(LoanDraft, writing.draft, replaced?.review))
  const chosen = useImagePicker(before?.image)
  const { form, wrong, focusFirst } = useLoanForm({
    replaced,
    before,
    image: chosen.image,
    writing,
  })
  const apply = useSubmitApplication({
    entry: greenChannel.applyLoan,
    failed: texts.loanFailed,
    invalidate,
  })
  const loan = useCampusRule('loan', LOAN_RULE)
  const choose = useRef<HTMLButtonElement>(null)
  const { errors, submitCount } = form.formState

  const valid = async (wish: LoanApplication) => {
    if (chosen.image === undefined) return
    if (await apply.send(encodePicture(chosen).then((picture) => ({ ...wish, image: picture }))))
      writing.drop()
  }
  // The picture is the last field. It receives the focus here, because the form library cannot
  // focus it.
  const invalid = (refused: object) => {
    if (Object.keys(refused).join() === 'image') choose.current?.focus()
    else focusFirst(refused)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!apply.refuseOffline()) void form.handleSubmit(valid, invalid)(event)
  }
  return (
    <FormBody
      texts={{ ...say, submit: apply.label }}
      restored={before !== undefined}
      onDropDraft={writing.drop}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      busy={apply.part !== undefined}
      onSubmit={submit}
    >
      {replaced && <MutedText note>{texts.resubmitNote}</MutedText>}
      <Card flush>
        <Controller
          control={form.control}
          name="amount"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <SelectField
              label={texts.amount}
              error={fieldState.error?.message}
              placeholder={say.choose}
              options={listLoanAmounts(loan).map((fen) => ({
                value: String(fen),
                label: formatMoney(fen),
              }))}
              value={value === null ? '' : String(value)}
              onChange={(chosenFen) => onChange(Number(chosenFen))}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
        <TextField
          label={texts.contract}
          error={errors.contract?.message}
          maxLength={100}
          {...form.register('contract')}
        />
        <TextField
          label={texts.receipt}
          error={errors.receipt?.message}
          maxLength={100}
          {...form.register('receipt')}
        />
      </Card>
      <Card>
        <PictureField
          ref={choose}
          label={texts.receiptImage}
          chosen={chosen}
          before={replaced?.picture}
          error={errors.image?.message}
          locked={apply.part !== undefined}
        />
      </Card>
      <ApplicationRefusalAlert refusal={apply.refusal} />
      {apply.part !== undefined && <ProgressBar label={photo.progress} part={apply.part} />}
    </FormBody>
  )
}
