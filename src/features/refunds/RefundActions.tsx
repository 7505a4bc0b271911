import { useState } from 'react'
import { DateField, ReasonSheet, SheetFields, OfficeForm } from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { normalizeReference } from '#contract/outside-payments'
import { PAID_BACK_WAYS, REFUND_WAYS, type Refund, refunds } from '#contract/refunds'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'
import { refundTexts } from '#i18n/refunds'

/** What can be done with a refund in its state. */
export function RefundActions({ refund, onEnd }: { refund: Refund; onEnd: () => void }) {
  const texts = useTexts(refundTexts)
  const { state, way, own } = refund
  const isOpen = state === 'requested' || (state === 'approved' && way === 'elsewhere')
  return (
    <>
      {state === 'requested' &&
        (own ? (
          <MutedText>{texts.ownRequest}</MutedText>
        ) : (
          <Approve refund={refund} onEnd={onEnd} />
        ))}
      {(state === 'stuck' || (state === 'approved' && way === 'elsewhere')) && (
        <MarkPaid refund={refund} onEnd={onEnd} />
      )}
      {isOpen && <Reject refund={refund} onEnd={onEnd} />}
      {way === 'gateway' && ['approved', 'processing', 'stuck'].includes(state) && (
        <Check refund={refund} onEnd={onEnd} />
      )}
    </>
  )
}

interface ActionProps {
  readonly refund: Refund
  /** Called after a change by this user or by a colleague. */
  readonly onEnd: () => void
}

const nameOf = ({ name, amount }: Refund): string => `${name} ${formatMoney(amount)}`

function Approve({ refund, onEnd }: ActionProps) {
  const texts = useTexts(refundTexts)
  const { send, busy, problem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const named = texts.approveNamed(nameOf(refund))
  const way = REFUND_WAYS.find((one) => one === refund.way)
  const approve = async () => {
    const wanted = { number: refund.number, approved: true, note: '', seen: refund.state }
    const outcome = await send(refunds.decide, wanted)
    if (outcome?.type !== 'ok') return
    setOpen(false)
    showToast(texts.approved)
    onEnd()
  }
  const close = () => {
    setOpen(false)
    if (problem !== undefined) onEnd()
  }
  return (
    <>
      <TextButton label={named} onClick={() => setOpen(true)}>
        {texts.approve}
      </TextButton>
      <Sheet open={open} title={texts.approve} onClose={close}>
        <Stack>
          <p>{named}</p>
          <p>{[way === undefined ? refund.way : texts[way], refund.reason].join(' · ')}</p>
          <p>{texts.approveAbout}</p>
          <Alert text={problem} />
          <Button busy={busy} onClick={() => void approve()}>
            {texts.approve}
          </Button>
        </Stack>
      </Sheet>
    </>
  )
}

function Reject({ refund, onEnd }: ActionProps) {
  const texts = useTexts(refundTexts)
  return (
    <ReasonSheet
      action={texts.reject}
      named={texts.rejectNamed(nameOf(refund))}
      about={texts.rejectAbout}
      entry={refunds.decide}
      input={(note) => ({ number: refund.number, approved: false, note, seen: refund.state })}
      done={texts.rejected}
      onEnd={onEnd}
    />
  )
}

function Check({ refund, onEnd }: ActionProps) {
  const texts = useTexts(refundTexts)
  const { send, busy, problem } = useOnlineCall()
  const check = async () => {
    const outcome = await send(refunds.check, { number: refund.number })
    if (outcome?.type === 'ok') showToast(texts.checked)
    if (outcome !== undefined) onEnd()
  }
  return (
    <>
      <TextButton
        label={texts.checkNamed(nameOf(refund))}
        onClick={() => (busy ? undefined : void check())}
      >
        {texts.check}
      </TextButton>
      <Alert text={problem} />
    </>
  )
}

function MarkPaid({ refund, onEnd }: ActionProps) {
  const texts = useTexts(refundTexts)
  const payments = useTexts(outsidePaymentTexts)
  const language = useLanguage()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState('')
  const [reference, setReference] = useState('')
  const [paidOn, setPaidOn] = useState(chinaToday)
  const named = texts.markPaidNamed(nameOf(refund))
  const mark = async () => {
    const known = PAID_BACK_WAYS.find((one) => one === way)
    if (known === undefined) return setProblem(payments.wayNeeded)
    if (normalizeReference(reference) === undefined) return setProblem(payments.referenceWrong)
    if (paidOn === '') return setProblem(texts.dayNeeded)
    const { number } = refund
    const outcome = await send(refunds.markPaid, { number, way: known, reference, paidOn })
    if (outcome?.type !== 'ok') return undefined
    setOpen(false)
    showToast(texts.markedPaid)
    return onEnd()
  }
  return (
    <>
      <TextButton label={named} onClick={() => setOpen(true)}>
        {texts.markPaid}
      </TextButton>
      <Sheet open={open} title={texts.markPaid} onClose={() => setOpen(false)}>
        <OfficeForm button={texts.markPaid} busy={busy} problem={problem} onSubmit={mark}>
          <p>{named}</p>
          <p>{texts.markPaidAbout}</p>
          <SheetFields>
            <SelectField
              label={texts.paidWay}
              value={way}
              placeholder={payments.wayNeeded}
              options={PAID_BACK_WAYS.map((value) => ({
                value,
                label: paymentChannelName(value, language),
              }))}
              onChange={setWay}
            />
            <TextField
              label={texts.reference}
              value={reference}
              maxLength={64}
              onType={setReference}
            />
            <DateField label={texts.paidOn} value={paidOn} onChange={setPaidOn} />
          </SheetFields>
        </OfficeForm>
      </Sheet>
    </>
  )
}
