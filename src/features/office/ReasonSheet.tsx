import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { officeTexts } from '#i18n/office'
import { SheetFields } from './SheetFields.tsx'

/** A button with a sheet that explains what will be undone and asks for the reason. */
export function ReasonSheet({
  action,
  named,
  about,
  busy,
  problem,
  onConfirm,
  onRefused,
}: {
  action: string
  /** The name of the button for screen readers. */
  named: string
  about: string
  busy: boolean
  problem: string | undefined
  /** Makes the call; resolves to whether it succeeded. */
  onConfirm: (reason: string) => Promise<boolean>
  /**
   * Called when the sheet is closed after a refusal: a colleague might have changed what the page
   * shows, so that it has to be read again.
   */
  onRefused: () => void
}) {
  const texts = useTexts(officeTexts)
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const confirm = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    const isDone = await onConfirm(reason.trim())
    setRefused(!isDone)
    if (isDone) setOpen(false)
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
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <p>{named}</p>
          <p>{about}</p>
          <SheetFields>
            <TextareaField
              label={texts.reason}
              value={reason}
              maxLength={200}
              onChange={({ target }) => setReason(target.value)}
            />
          </SheetFields>
          <Alert text={missing ? texts.reasonNeeded : problem} />
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </Stack>
      </Sheet>
    </>
  )
}
