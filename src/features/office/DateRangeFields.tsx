import { DateField } from './DateField.tsx'

interface DateRange {
  /** YYYY-MM-DD, or '' for an open end. */
  readonly from: string
  readonly to: string
}

/** The two ends of a range of days by which a list is filtered. */
export function DateRangeFields({
  labels,
  value,
  onChange,
}: {
  labels: DateRange
  value: DateRange
  onChange: (range: DateRange) => void
}) {
  return (['from', 'to'] as const).map((end) => (
    <DateField
      key={end}
      label={labels[end]}
      value={value[end]}
      onChange={(day) => onChange({ from: value.from, to: value.to, [end]: day })}
    />
  ))
}
