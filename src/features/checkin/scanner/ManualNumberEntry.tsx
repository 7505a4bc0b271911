import { type SubmitEvent, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'

/**
 * The entry of a number if there is no camera. A typed number proves nothing, so the arrival is
 * shown as unverified (D-30).
 */
export function ManualNumberEntry({ onText }: { onText: (text: string) => void }) {
  const texts = useTexts(scannerTexts)
  const [typed, type] = useState('')
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typed.trim() === '') return
    // A keyboard scanner types whole passes into the field, including blanks.
    onText(typed.trim())
    type('')
  }
  return (
    <Stack as="form" onSubmit={check}>
      <Card flush>
        <TextField
          label={texts.typed}
          autoCapitalize="characters"
          enterKeyHint="go"
          value={typed}
          maxLength={1000}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Card>
      <Button type="submit" tone="second">
        {texts.check}
      </Button>
    </Stack>
  )
}
