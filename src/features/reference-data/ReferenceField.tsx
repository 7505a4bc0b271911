import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceFieldKind } from './catalogue.tsx'
import { useAllReferenceRows } from './useAllReferenceRows.ts'

type Reference = Extract<ReferenceFieldKind, { type: 'reference' }>

/** A field that refers to a row of another catalogue, chosen from the rows in use. */
export function ReferenceField({
  field,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  field: Reference
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const { options, problem } = useReferenceOptions(field)
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      error={error ?? problem}
      placeholder={texts.choose}
      options={options}
      onChange={onChange}
    />
  )
}

/** The name of the row to which a value of a list refers. */
export function ReferencedName({ field, value }: { field: Reference; value: string }) {
  const { options } = useReferenceOptions(field)
  const named = useTranslateName()
  return <>{named(options.find((one) => one.value === value)?.label ?? value)}</>
}

function useReferenceOptions({ list, of, byId, also = [] }: Reference) {
  const language = useLanguage()
  const { rows, problem } = useAllReferenceRows(list)
  const options = rows.map(({ id, values }) => {
    const label = values[of] ?? ''
    return { value: byId === true ? id : label, label }
  })
  return {
    options: [...options, ...also.map(([value, name]) => ({ value, label: name[language] }))],
    problem,
  }
}
