import { type SubmitEvent, useRef } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { formatYuanWithoutTrailingZeros } from '#contract/fees'
import type { GreenChannelApplication } from '#contract/green-channel'
import { deferralAmountTexts } from '#i18n/deferral-amount'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'
import { photoTexts } from '#i18n/photo'
import { ApplicationRefusalAlert } from './ApplicationRefusalAlert.tsx'
import type { UseDeferrableTotal } from './deferral.ts'
import type { ApplicationDraft } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { REGISTERED_HOUSEHOLD_TYPE, useDeferralForm } from './useDeferralForm.ts'
import styles from './green-channel.module.css'

/**
 * The deferral form: its only type, a read-only amount, and two pages of the household register.
 */
export function DeferralForm(props: {
  stunum: string
  yuan: string | undefined
  useDeferrable: UseDeferrableTotal
  replaced: GreenChannelApplication | undefined
  writing: ApplicationDraft
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const hints = useTexts(deferralAmountTexts)
  const say = useTexts(formTexts)
  const photo = useTexts(photoTexts)
  const {
    restored,
    type,
    choose,
    deferral,
    typed,
    typeAmount,
    householder,
    own,
    wrong,
    apply,
    submit,
  } = useDeferralForm(props)
  const typeButton = useRef<HTMLButtonElement>(null)
  const amountInput = useRef<HTMLInputElement>(null)
  const householderButton = useRef<HTMLButtonElement>(null)
  const ownButton = useRef<HTMLButtonElement>(null)
  const { replaced } = props
  const { formula, paid, percent } = deferral.rule
  const { limit } = deferral
  const locked = apply.part !== undefined
  const known = deferral.amount !== undefined && Number.isSafeInteger(deferral.amount)
  const picturesWrong = (chosen: typeof own) =>
    chosen.image === undefined ? wrong.pictures : undefined
  const sendOrFocus = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const first = await submit()
    if (first === undefined) return
    const fields = {
      type: typeButton,
      amount: amountInput,
      householder: householderButton,
      own: ownButton,
    }
    fields[first].current?.focus()
  }
  return (
    <FormBody
      texts={{ ...say, submit: apply.label }}
      restored={restored}
      onDropDraft={props.writing.drop}
      errors={[wrong.type, wrong.amount, wrong.pictures].filter((one) => one !== undefined)}
      busy={locked}
      onSubmit={(event) => void sendOrFocus(event)}
    >
      {deferral.isClosed && <Alert text={hints.closed} />}
      {replaced && <MutedText note>{texts.resubmitNote}</MutedText>}
      <Card flush>
        <SelectField
          ref={typeButton}
          label={texts.type}
          error={wrong.type}
          placeholder={say.choose}
          options={[{ value: REGISTERED_HOUSEHOLD_TYPE, label: texts.household }]}
          value={type}
          onChange={choose}
        />
        <TextField
          ref={amountInput}
          label={texts.deferAmount}
          hint={
            formula === 'share'
              ? hints.hintShare(percent)
              : limit !== undefined
                ? hints.hintLimit(formatYuanWithoutTrailingZeros(limit))
                : formula === 'percent'
                  ? hints.hintPercent(percent)
                  : hints.hint(formatYuanWithoutTrailingZeros(paid))
          }
          error={wrong.amount}
          placeholder={deferral.isReading ? texts.computing : ''}
          {...(limit === undefined
            ? { readOnly: true, value: known ? formatMoney(deferral.amount ?? 0) : '' }
            : {
                inputMode: 'decimal' as const,
                value: typed,
                maxLength: 12,
                onChange: ({ target }) => typeAmount(target.value),
              })}
        />
      </Card>
      <Card title={texts.pages}>
        <div className={styles['pair']}>
          <PictureField
            ref={householderButton}
            label={texts.householder}
            chosen={householder}
            before={replaced?.picture}
            error={picturesWrong(householder)}
            locked={locked}
          />
          <PictureField
            ref={ownButton}
            label={texts.own}
            chosen={own}
            before={replaced?.picture2}
            error={picturesWrong(own)}
            locked={locked}
          />
        </div>
      </Card>
      <ApplicationRefusalAlert refusal={apply.refusal} />
      {apply.part !== undefined && <ProgressBar label={photo.progress} part={apply.part} />}
    </FormBody>
  )
}
