import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { SheetFields } from './SheetFields.tsx'

/** The form of a sheet that finds a student by exactly this number. */
export function FindByNumber({
  busy,
  problem,
  onProblem,
  onFind,
}: {
  busy: boolean
  problem: string | undefined
  onProblem: (problem: string) => void
  onFind: (number: string) => void
}) {
  const texts = useTexts(outsidePaymentTexts)
  const [number, setNumber] = useState('')
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (number.trim() === '') onProblem(texts.numberNeeded)
        else onFind(number.trim())
      }}
    >
      <SheetFields>
        <TextField
          label={texts.number}
          value={number}
          maxLength={32}
          onChange={({ target }) => setNumber(target.value)}
        />
      </SheetFields>
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {texts.look}
      </Button>
    </Stack>
  )
}
