import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { editingWords } from '#words/editing'
import type { Kind } from './view.tsx'

/** A field that names a row of another list: it is chosen from what is in use there. */
export function ReferenceField({
  field,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  field: Extract<Kind, { type: 'reference' }>
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const words = useWords(editingWords)
  const read = useLiveRead({
    name: field.list.path,
    entry: field.list,
    input: { find: '', after: '', id: '' },
  })
  const offered = (read.data?.rows ?? [])
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ values }) => values[field.of] ?? '')
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      error={error ?? (read.state === 'failed' ? read.problem : undefined)}
      placeholder={words.choose}
      closeLabel={words.close}
      options={offered.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}
