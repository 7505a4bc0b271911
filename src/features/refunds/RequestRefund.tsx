import { useState } from 'react'
import {
  FindByNumber,
  formatChinaTime,
  parseTypedYuan,
  SheetFields,
  OfficeForm,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { formatYuan } from '#contract/fields'
import { REFUND_WAYS, type RefundPayer, refunds } from '#contract/refunds'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'
import { refundTexts } from '#i18n/refunds'

/**
 * A button with the sheet that requests a refund. Without a student the sheet first asks for the
 * number.
 */
export function RequestRefund({
  about,
  onRequested,
}: {
  /** The student, and the year of which too much was paid. */
  about?: { readonly number: string; readonly name: string; readonly year: number }
  onRequested: () => void
}) {
  const texts = useTexts(refundTexts)
  const payments = useTexts(outsidePaymentTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const [payer, setPayer] = useState<RefundPayer>()
  const look = async (number: string) => {
    const outcome = await send(refunds.payer, { number })
    if (outcome?.type !== 'ok') return undefined
    const found = outcome.data.payer
    if (found === null) return setProblem(payments.noStudent)
    return found.payments.length === 0 ? setProblem(texts.noPayments) : setPayer(found)
  }
  const begin = () => {
    setOpen(true)
    if (about !== undefined) void look(about.number)
  }
  const end = () => {
    setOpen(false)
    setPayer(undefined)
    setProblem(undefined)
  }
  return (
    <>
      {about === undefined ? (
        <Button tone="second" onClick={begin}>
          {texts.request}
        </Button>
      ) : (
        <TextButton label={texts.requestOf(about.name)} onClick={begin}>
          {texts.request}
        </TextButton>
      )}
      <Sheet open={open} title={texts.request} onClose={end}>
        {payer !== undefined ? (
          <RequestForm
            payer={payer}
            year={about?.year}
            onRequested={() => {
              end()
              onRequested()
            }}
          />
        ) : about === undefined ? (
          <FindByNumber
            busy={busy}
            problem={problem}
            onProblem={setProblem}
            onFind={(number) => void look(number)}
          />
        ) : (
          <>
            <p>{`${about.name} ${about.number}`}</p>
            <Alert text={problem} />
          </>
        )}
      </Sheet>
    </>
  )
}

function RequestForm({
  payer: { name, studentNumber, payments, years },
  year,
  onRequested,
}: {
  payer: RefundPayer
  year: number | undefined
  onRequested: () => void
}) {
  const texts = useTexts(refundTexts)
  const language = useLanguage()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [transaction, setTransaction] = useState(
    () => (payments.find((one) => one.year === year) ?? payments[0])?.transaction ?? '',
  )
  const payment = payments.find((one) => one.transaction === transaction)
  const left = payment?.left ?? 0
  const excess = years.reduce((sum, one) => sum + one.excess, 0)
  const wanted = years.find((one) => one.year === year)?.excess ?? excess
  const [amount, setAmount] = useState(() => (wanted > 0 ? formatYuan(Math.min(wanted, left)) : ''))
  const [way, setWay] = useState('')
  const [toYear, setToYear] = useState('')
  const [reason, setReason] = useState('')
  const fen = parseTypedYuan(amount)
  const owing = years.filter(({ owed }) => owed > 0)
  const ways = REFUND_WAYS.filter((one) => one !== 'gateway' || payment?.online === true)
  const request = async () => {
    const known = ways.find((one) => one === way)
    if (fen === 0 || fen > left) return setProblem(texts.amountWrong)
    if (known === undefined) return setProblem(texts.wayNeeded)
    if (known === 'carry-over' && toYear === '') return setProblem(texts.noYear)
    if (reason.trim() === '') return setProblem(texts.reasonNeeded)
    const outcome = await send(refunds.request, {
      transaction,
      amount: fen,
      way: known,
      toYear: known === 'carry-over' ? Number(toYear) : 0,
      reason: reason.trim(),
    })
    if (outcome?.type !== 'ok') return undefined
    showToast(texts.requested)
    return onRequested()
  }
  return (
    <OfficeForm button={texts.confirm} busy={busy} problem={problem} onSubmit={request}>
      <p>{`${name} ${studentNumber}`}</p>
      {years
        .filter((one) => one.excess > 0)
        .map((one) => (
          <MutedText key={one.year}>{texts.excessOf(one.year, formatMoney(one.excess))}</MutedText>
        ))}
      <SheetFields>
        <SelectField
          label={texts.payment}
          value={transaction}
          options={payments.map((one) => ({
            value: one.transaction,
            label: texts.paymentLabel(
              formatChinaTime(one.at).slice(0, 10),
              paymentChannelName(one.way, language),
              formatMoney(one.amount),
              formatMoney(one.left),
            ),
          }))}
          onChange={setTransaction}
        />
        <TextField label={texts.amount} inputMode="decimal" value={amount} onType={setAmount} />
        {fen > excess && <MutedText>{texts.owesNote}</MutedText>}
        <SelectField
          label={texts.way}
          value={way}
          placeholder={texts.wayNeeded}
          options={ways.map((value) => ({ value, label: texts[value] }))}
          onChange={setWay}
        />
        {way === 'carry-over' &&
          (owing.length === 0 ? (
            <MutedText>{texts.noYear}</MutedText>
          ) : (
            <SelectField
              label={texts.toYear}
              value={toYear}
              options={owing.map((one) => ({
                value: String(one.year),
                label: texts.toYearLabel(one.year, formatMoney(one.owed)),
              }))}
              onChange={setToYear}
            />
          ))}
        <TextareaField label={texts.reason} value={reason} maxLength={200} onType={setReason} />
        {way === 'gateway' && <MutedText>{texts.reasonShown}</MutedText>}
      </SheetFields>
    </OfficeForm>
  )
}
