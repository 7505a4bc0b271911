import { useState } from 'react'
import { DateField, parseTypedYuan, SheetFields, OfficeForm } from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { formatYuan } from '#contract/fields'
import { type FinanceOffset, offsets } from '#contract/offsets'
import { offsetTexts } from '#i18n/offsets'
import { outsidePaymentTexts } from '#i18n/outside-payments'

/** A button with the sheet that offsets one or several; the amount can be changed for one. */
export function RecordOffsets({
  label,
  wanted,
  isMain = false,
  onEnd,
}: {
  label: string
  wanted: readonly FinanceOffset[]
  isMain?: boolean
  onEnd: () => void
}) {
  const texts = useTexts(offsetTexts)
  const payments = useTexts(outsidePaymentTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [only] = wanted.length === 1 ? wanted : []
  const approved = only?.approved ?? 0
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState(() => formatYuan(approved))
  const [paidOn, setPaidOn] = useState(chinaToday)
  const [note, setNote] = useState('')
  const canChange = only !== undefined && only.way !== 'scholarship'
  const record = async () => {
    const fen = parseTypedYuan(amount)
    if (canChange && fen === 0) return setProblem(payments.amountWrong)
    if (paidOn === '') return setProblem(texts.dayNeeded)
    const outcome = await send(offsets.record, {
      ids: wanted.map(({ id }) => id),
      amount: canChange ? fen : 0,
      paidOn,
      note: note.trim(),
    })
    if (outcome?.type !== 'ok') return undefined
    setOpen(false)
    showToast(texts.recorded)
    return onEnd()
  }
  return (
    <>
      {isMain ? (
        <Button onClick={() => setOpen(true)}>{label}</Button>
      ) : (
        <TextButton label={label} onClick={() => setOpen(true)}>
          {texts.record}
        </TextButton>
      )}
      <Sheet open={open} title={texts.record} onClose={() => setOpen(false)}>
        <OfficeForm button={texts.record} busy={busy} problem={problem} onSubmit={record}>
          <p>{label}</p>
          <p>{texts.recordAbout}</p>
          <SheetFields>
            {canChange && (
              <TextField
                label={texts.amountField}
                inputMode="decimal"
                value={amount}
                onType={setAmount}
              />
            )}
            <DateField label={texts.paidOn} value={paidOn} onChange={setPaidOn} />
            <TextField label={texts.note} value={note} maxLength={200} onType={setNote} />
          </SheetFields>
        </OfficeForm>
      </Sheet>
    </>
  )
}
