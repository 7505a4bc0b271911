import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextField } from '#app/ui/TextField.tsx'
import { outsidePaymentTexts } from '#i18n/outside-payments'
import { OfficeForm } from './OfficeForm.tsx'
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
  const look = () => (number.trim() === '' ? onProblem(texts.numberNeeded) : onFind(number.trim()))
  return (
    <OfficeForm button={texts.look} busy={busy} problem={problem} onSubmit={look}>
      <SheetFields>
        <TextField label={texts.number} value={number} maxLength={32} onType={setNumber} />
      </SheetFields>
    </OfficeForm>
  )
}
