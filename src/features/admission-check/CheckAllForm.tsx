import { useState } from 'react'
import { SheetFields, OfficeForm } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type AdmissionFilter, admissionCheck } from '#contract/admission-check'
import { admissionCheckTexts } from '#i18n/admission-check'
import { officeTexts } from '#i18n/office'

/** Checks all waiting students of a filter at once, with a reason. */
export function CheckAllForm({
  filter,
  total,
  onDone,
}: {
  filter: AdmissionFilter
  total: number
  onDone: () => void
}) {
  const texts = useTexts(admissionCheckTexts)
  const office = useTexts(officeTexts)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [isOpen, open] = useState(false)
  const [reason, setReason] = useState('')
  const checkAll = async () => {
    if (reason.trim() === '') return setProblem(office.reasonNeeded)
    const outcome = await send(admissionCheck.checkAll, {
      ...filter,
      reason: reason.trim(),
      expected: total,
    })
    if (outcome?.type !== 'ok') return undefined
    showToast(texts.checkedMany(outcome.data.checked))
    open(false)
    return onDone()
  }
  return (
    <div>
      <Button tone="second" onClick={() => open(true)}>
        {texts.checkAll(total)}
      </Button>
      <Sheet open={isOpen} title={texts.checkAll(total)} onClose={() => open(false)}>
        <OfficeForm button={texts.confirm} busy={busy} problem={problem} onSubmit={checkAll}>
          <p>{texts.checkAllAbout(total)}</p>
          <SheetFields>
            <TextField label={office.reason} value={reason} maxLength={200} onType={setReason} />
          </SheetFields>
        </OfficeForm>
      </Sheet>
    </div>
  )
}
