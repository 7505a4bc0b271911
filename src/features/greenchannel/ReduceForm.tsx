import { type SubmitEvent, useRef } from 'react'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { Application } from '#contract/greenchannel'
import { formWords } from '#words/form'
import { greenchannelWords } from '#words/greenchannel'
import { photoWords } from '#words/photo'
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
  const words = useWords(greenchannelWords)
  const say = useWords(formWords)
  const photo = useWords(photoWords)
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
      words={{ ...say, submit: apply.label }}
      restored={restored}
      onDropDraft={given.writing.drop}
      errors={[wrong.type, wrong.amount, wrong.pictures].filter((one) => one !== undefined)}
      busy={locked}
      onSubmit={(event) => void sendOrFocus(event)}
    >
      {replaced && <Quiet note>{words.resubmitNote}</Quiet>}
      <Card flush>
        <SelectField
          ref={typeButton}
          label={words.type}
          error={wrong.type}
          placeholder={say.choose}
          closeLabel={say.close}
          options={[{ value: HOUSEHOLD_TYPE, label: words.household }]}
          value={type}
          onChange={choose}
        />
        <TextField
          ref={amountInput}
          label={words.deferAmount}
          hint={words.hint}
          error={wrong.amount}
          readOnly
          placeholder={deferral.isReading ? words.computing : ''}
          value={known ? shownMoney(deferral.amount ?? 0) : ''}
        />
      </Card>
      <Card title={words.pages}>
        <div className={styles['pair']}>
          <PictureField
            ref={householderButton}
            label={words.householder}
            chosen={householder}
            before={replaced?.picture}
            error={picturesWrong(householder)}
            locked={locked}
          />
          <PictureField
            ref={ownButton}
            label={words.own}
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
