import { SelectField } from '#app/ui/SelectField.tsx'

/** One value by which a list is filtered, or ''. */
export function FilterSelect<const Value extends string>({
  label,
  any,
  values,
  nameOf,
  value,
  onChange,
}: {
  label: string
  /** The name of the choice that does not filter. */
  any: string
  values: readonly Value[]
  nameOf: (value: Value) => string
  value: Value | ''
  onChange: (value: Value | '') => void
}) {
  return (
    <SelectField
      label={label}
      value={value}
      options={[
        { value: '', label: any },
        ...values.map((one) => ({ value: one, label: nameOf(one) })),
      ]}
      onChange={(chosen) => onChange(values.find((one) => one === chosen) ?? '')}
    />
  )
}
