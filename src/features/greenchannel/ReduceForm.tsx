import { type SubmitEvent, useRef } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { Application } from '#contract/greenchannel'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'
import { photoTexts } from '#i18n/photo'
import type { UseDeferrable } from './deferral.ts'
import type { Writing } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { Refused } from './Refused.tsx'
import { HOUSEHOLD_TYPE, useReduceForm } from './useReduceForm.ts'
import styles from './greenchannel.module.css'

/**
 * The deferral's form: its one type, an amount that nobody types, and two pages of the household
 * register.
 */
export function ReduceForm(given: {
  stunum: string
  yuan: string | undefined
  useDeferrable: UseDeferrable
  replaced: Application | undefined
  writing: Writing
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const say = useTexts(formTexts)
  const photo = useTexts(photoTexts)
  const { restored, type, choose, deferral, householder, own, wrong, apply, submit } =
    useReduceForm(given)
  const typeButton = useRef<HTMLButtonElement>(null)
  const amountInput = useRef<HTMLInputElement>(null)
  const householderButton = useRef<HTMLButtonElement>(null)
  const ownButton = useRef<HTMLButtonElement>(null)
  const { replaced } = given
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
      onDropDraft={given.writing.drop}
      errors={[wrong.type, wrong.amount, wrong.pictures].filter((one) => one !== undefined)}
      busy={locked}
      onSubmit={(event) => void sendOrFocus(event)}
    >
      {replaced && <Quiet note>{texts.resubmitNote}</Quiet>}
      <Card flush>
        <SelectField
          ref={typeButton}
          label={texts.type}
          error={wrong.type}
          placeholder={say.choose}
          closeLabel={say.close}
          options={[{ value: HOUSEHOLD_TYPE, label: texts.household }]}
          value={type}
          onChange={choose}
        />
        <TextField
          ref={amountInput}
          label={texts.deferAmount}
          hint={texts.hint}
          error={wrong.amount}
          readOnly
          placeholder={deferral.isReading ? texts.computing : ''}
          value={known ? shownMoney(deferral.amount ?? 0) : ''}
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
      <Refused refusal={apply.refusal} />
      {apply.part !== undefined && <ProgressBar label={photo.progress} part={apply.part} />}
    </FormBody>
  )
}
