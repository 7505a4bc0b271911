import { type ReactNode, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { officeTexts } from '#i18n/office'
import { FilterBar } from './FilterBar.tsx'

/**
 * The search row of a list; the typed text applies when it is submitted. Other fields come first.
 */
export function SearchLine({
  label,
  name,
  onSearch,
  children,
  ...input
}: {
  label: string
  /** The accessible name of the row, if the page has another search row. */
  name?: string
  onSearch: (find: string) => void
  children?: ReactNode
  inputMode?: 'numeric'
  maxLength?: number
}) {
  const texts = useTexts(officeTexts)
  const [typed, setTyped] = useState('')
  return (
    <FilterBar label={name ?? texts.searchTerms} onSearch={() => onSearch(typed.trim())}>
      {children}
      <TextField {...input} label={label} value={typed} enterKeyHint="search" onType={setTyped} />
      <Button type="submit" tone="second">
        {texts.search}
      </Button>
    </FilterBar>
  )
}
