import { useState } from 'react'
import {
  DateField,
  FindByNumber,
  parseTypedYuan,
  SheetFields,
} from '#app/features/office/public.ts'
import { chinaToday, serverYear } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import {
  normalizeReference,
  type OutsidePayer,
  outsidePayments,
  OUTSIDE_PAYMENT_WAYS,
} from '#contract/outside-payments'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'

/** Records one payment: finds the student by number, then asks for the payment. */
export function RecordPayment({ onRecorded }: { onRecorded: () => void }) {
  const texts = useTexts(outsidePaymentTexts)
  const [open, setOpen] = useState(false)
  const [payer, setPayer] = useState<OutsidePayer>()
  const end = () => {
    setOpen(false)
    setPayer(undefined)
  }
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {texts.record}
      </Button>
      <Sheet open={open} title={texts.record} onClose={end}>
        {payer === undefined ? (
          <FindPayer onFound={setPayer} />
        ) : (
          <PaymentForm
            payer={payer}
            onAnother={() => setPayer(undefined)}
            onRecorded={() => {
              end()
              onRecorded()
            }}
          />
        )}
      </Sheet>
    </>
  )
}

function FindPayer({ onFound }: { onFound: (payer: OutsidePayer) => void }) {
  const texts = useTexts(outsidePaymentTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const look = async (number: string) => {
    const outcome = await send(outsidePayments.payer, { number })
    if (outcome?.type !== 'ok') return undefined
    const { payer } = outcome.data
    if (payer === null) return setProblem(texts.noStudent)
    // A payment pays charges, so there must be one.
    return payer.charges.length === 0 ? setProblem(texts.noCharges(payer.name)) : onFound(payer)
  }
  return (
    <FindByNumber
      busy={busy}
      problem={problem}
      onProblem={setProblem}
      onFind={(number) => void look(number)}
    />
  )
}

function PaymentForm({
  payer: { student, studentNumber, name, className, charges },
  onAnother,
  onRecorded,
}: {
  payer: OutsidePayer
  onAnother: () => void
  onRecorded: () => void
}) {
  const texts = useTexts(outsidePaymentTexts)
  const language = useLanguage()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const years = [...new Set(charges.map(({ year }) => year))]
  const purposes = years.flatMap((year) => [
    { year, item: '', owed: sumOf(charges.filter((charge) => charge.year === year)) },
    ...charges.filter((charge) => charge.year === year),
  ])
  const [chosen, setChosen] = useState('0')
  const [amount, setAmount] = useState('')
  const [way, setWay] = useState('')
  const [paidOn, setPaidOn] = useState(chinaToday)
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const purpose = purposes[Number(chosen)] ?? { year: serverYear(), item: '', owed: 0 }
  const fen = parseTypedYuan(amount)
  const record = async () => {
    const known = OUTSIDE_PAYMENT_WAYS.find((one) => one === way)
    if (fen === 0) return setProblem(texts.amountWrong)
    if (known === undefined) return setProblem(texts.wayNeeded)
    if (paidOn === '') return setProblem(texts.dayNeeded)
    if (normalizeReference(reference) === undefined) return setProblem(texts.referenceWrong)
    const outcome = await send(outsidePayments.record, {
      student,
      year: purpose.year,
      item: purpose.item,
      amount: fen,
      paidOn,
      way: known,
      reference,
      note: note.trim(),
    })
    if (outcome?.type !== 'ok') return undefined
    showToast(texts.recorded)
    return onRecorded()
  }
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void record()
      }}
    >
      <p>{`${name} ${studentNumber} ${className}`}</p>
      <SheetFields>
        <SelectField
          label={texts.purpose}
          value={chosen}
          options={purposes.map(({ year, item, owed }, at) => ({
            value: String(at),
            label: `${item === '' ? texts.wholeYear(year) : `${year} ${item}`} · ${texts.owed(formatMoney(owed))}`,
          }))}
          onChange={setChosen}
        />
        <TextField label={texts.amount} inputMode="decimal" value={amount} onType={setAmount} />
        {fen > sumOf(charges.filter(({ year }) => year === purpose.year)) && (
          <MutedText>{texts.surplusNote}</MutedText>
        )}
        <SelectField
          label={texts.way}
          value={way}
          placeholder={texts.wayNeeded}
          options={OUTSIDE_PAYMENT_WAYS.map((value) => ({
            value,
            label: paymentChannelName(value, language),
          }))}
          onChange={setWay}
        />
        <DateField label={texts.paidOn} value={paidOn} onChange={setPaidOn} />
        <TextField label={texts.reference} value={reference} maxLength={64} onType={setReference} />
        <TextField label={texts.note} value={note} maxLength={200} onType={setNote} />
      </SheetFields>
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {texts.confirm}
      </Button>
      <Button tone="second" onClick={onAnother}>
        {texts.another}
      </Button>
    </Stack>
  )
}

const sumOf = (charges: OutsidePayer['charges']) => charges.reduce((sum, { owed }) => sum + owed, 0)
