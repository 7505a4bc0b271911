import { useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceFieldKind } from './catalogue.tsx'
import { useAllReferenceRows } from './useAllReferenceRows.ts'

/** A field that refers to a row of another catalogue, chosen from the rows in use. */
export function ReferenceField({
  field,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  field: Extract<ReferenceFieldKind, { type: 'reference' }>
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const { rows, problem } = useAllReferenceRows(field.list)
  const offered = rows.map(({ values }) => values[field.of] ?? '')
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      error={error ?? problem}
      placeholder={texts.choose}
      closeLabel={texts.close}
      options={offered.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}
