import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { Call } from '#contract/call'
import { officeTexts } from '#i18n/office'
import { OfficeForm } from './OfficeForm.tsx'
import { SheetFields } from './SheetFields.tsx'

/** A button with a sheet that explains what will be done, asks for the reason, and makes the call. */
export function ReasonSheet<I, O>({
  action,
  named,
  about,
  entry,
  input,
  done,
  onEnd,
  onRefused = onEnd,
}: {
  action: string
  /** The name of the button for screen readers. */
  named: string
  about: string
  entry: Call<I, O>
  /** The input of the call with this reason. */
  input: (reason: string) => I
  /** What is said after success. */
  done: string | ((answer: O) => string)
  onEnd: () => void
  /**
   * Called when the sheet is closed after a refusal: a colleague might have changed what the page
   * shows, so that it has to be read again.
   */
  onRefused?: () => void
}) {
  const texts = useTexts(officeTexts)
  const { send, busy, problem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const confirm = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    const outcome = await send(entry, input(reason.trim()))
    setRefused(outcome?.type !== 'ok')
    if (outcome?.type !== 'ok') return
    showToast(typeof done === 'string' ? done : done(outcome.data))
    onEnd()
    setOpen(false)
  }
  const close = () => {
    setOpen(false)
    if (isRefused) onRefused()
    setRefused(false)
  }
  return (
    <>
      <TextButton label={named} onClick={() => setOpen(true)}>
        {action}
      </TextButton>
      <Sheet open={open} title={action} onClose={close}>
        <OfficeForm
          button={action}
          busy={busy}
          problem={missing ? texts.reasonNeeded : problem}
          onSubmit={confirm}
        >
          <p>{named}</p>
          <p>{about}</p>
          <SheetFields>
            <TextareaField label={texts.reason} value={reason} maxLength={200} onType={setReason} />
          </SheetFields>
        </OfficeForm>
      </Sheet>
    </>
  )
}
