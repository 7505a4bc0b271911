import { useId } from 'react'
import styles from './SegmentedControl.module.css'

/** A choice among a few short options, all visible. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[]
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    // Not a fieldset: WebKit always puts its legend on a line of its own.
    <div role="group" aria-labelledby={`${name}-label`} className={styles['row']}>
      <span id={`${name}-label`} className={styles['label']}>
        {label}
      </span>
      <div className={styles['segments']}>
        {options.map((option) => (
          <label key={option.value} className={styles['segment']} lang={option.lang}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
