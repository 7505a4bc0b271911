import { useState } from 'react'
import { CheckboxGroup } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { staffAccountsTexts } from '#i18n/staff-accounts'

/** The lines of a text, without blank and repeated ones. */
export const linesOf = (text: string) => [
  ...new Set(text.split('\n').flatMap((line) => line.trim() || [])),
]

/**
 * The buildings of a supervisor. The user chooses among the known buildings, or adds one by name.
 */
export function BuildingsField({
  known,
  chosen,
  onChange,
}: {
  known: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const texts = useTexts(staffAccountsTexts)
  const [typed, setTyped] = useState('')
  const others = linesOf(typed)
  const ticked = chosen.filter((one) => known.includes(one))
  return (
    <>
      {known.length > 0 && (
        <CheckboxGroup
          label={texts.buildings}
          options={known.map((value) => ({ value, label: value }))}
          chosen={ticked}
          onChange={(next) => onChange([...new Set([...next, ...others])])}
        />
      )}
      <Card flush>
        <TextareaField
          label={texts.otherBuilding}
          rows={2}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange([...new Set([...ticked, ...linesOf(target.value)])])
          }}
        />
      </Card>
    </>
  )
}
