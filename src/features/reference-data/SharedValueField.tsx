import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { referenceDataTexts } from '#i18n/reference-data'
import type { FieldOf, FieldKind } from './catalogue.tsx'
import { useAllRows } from './useAllRows.ts'

// No group is called so: a name has no blanks at its ends.
const NEW = ' '

/**
 * A field whose values are shared by the rows of a list, such as the group of an entry: it is chosen
 * from those that are in use, since two spellings of one would be two. A new one is made on purpose.
 */
export function SharedValueField({
  field,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  field: Extract<FieldKind, { type: 'shared' }> & FieldOf<string>
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const [isNew, setNew] = useState(false)
  const { rows, problem } = useAllRows(field.list)
  const used = rows.map(({ values }) => values[field.name] ?? '')
  const known = [field.always, ...used, ...(isNew || value === '' ? [] : [value])]
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        value={isNew ? NEW : value}
        error={isNew ? undefined : (error ?? problem)}
        placeholder={texts.choose}
        closeLabel={texts.close}
        options={[
          ...[...new Set(known)].map((name) => ({ value: name, label: name })),
          { value: NEW, label: texts.newGroup },
        ]}
        onChange={(chosen) => {
          setNew(chosen === NEW)
          onChange(chosen === NEW ? '' : chosen)
        }}
      />
      {isNew && (
        <TextField
          label={texts.newGroupName}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
