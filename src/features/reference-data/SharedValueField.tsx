import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceFieldOf, ReferenceFieldKind } from './catalogue.tsx'
import { useAllReferenceRows } from './useAllReferenceRows.ts'

// The value of the option "new". No group can have this value, because names have no spaces at
// their ends.
const NEW = ' '

/**
 * A field whose values are shared by several rows of a list, such as a group. The user chooses
 * among the values in use, because two spellings would make two groups. A new value has to be added
 * explicitly.
 */
export function SharedValueField({
  field,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  field: Extract<ReferenceFieldKind, { type: 'shared' }> & ReferenceFieldOf<string>
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const [isNew, setNew] = useState(false)
  const { rows, problem } = useAllReferenceRows(field.list)
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
        <TextField label={texts.newGroupName} value={value} error={error} onType={onChange} />
      )}
    </>
  )
}
