import { useState } from 'react'
import { SheetFields } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { finance, type PaymentIncident } from '#contract/finance'
import { financeTexts, incidentKindTexts } from '#i18n/finance'

/** Marks an incident as handled, or reopens it, with a remark. */
export function PaymentIncidentForm({
  incident: { id, kind, transaction, handledAt },
  onEnd,
}: {
  incident: PaymentIncident
  /** Called after a change by this user or by a colleague. */
  onEnd: () => void
}) {
  const texts = useTexts(financeTexts)
  const language = useLanguage()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const done = handledAt === ''
  const named = `${incidentKindTexts[language](kind)} ${transaction}`
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    setOpen(false)
    setNote('')
    setProblem(undefined)
    // A colleague might have handled the incident first; closing the form refreshes the list.
    if (isRefused) onEnd()
    setRefused(false)
  }
  const handle = async () => {
    if (note.trim() === '') return setProblem(texts.noteNeeded)
    const outcome = await send(finance.handle, { id, done, note: note.trim() })
    if (outcome?.type !== 'ok') return setRefused(outcome !== undefined)
    setOpen(false)
    setNote('')
    showToast(texts.saved)
    return onEnd()
  }
  return (
    <>
      <TextButton
        label={done ? texts.handleNamed(named) : texts.reopenNamed(named)}
        onClick={() => setOpen(true)}
      >
        {done ? texts.handleShort : texts.reopen}
      </TextButton>
      <Sheet open={open} title={done ? texts.handle : texts.reopen} onClose={close}>
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void handle()
          }}
        >
          <p>{named}</p>
          <SheetFields>
            <TextareaField
              label={texts.note}
              value={note}
              maxLength={200}
              onChange={({ target }) => setNote(target.value)}
            />
          </SheetFields>
          <Alert text={problem} />
          <Button type="submit" busy={busy}>
            {texts.confirm}
          </Button>
        </Stack>
      </Sheet>
    </>
  )
}
