import styles from './CheckboxGroup.module.css'

/** A group of checkboxes. */
export function CheckboxGroup({
  label,
  options,
  chosen,
  onChange,
  plain,
}: {
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Set inside a card: the group then has no box of its own. */
  plain?: boolean
}) {
  return (
    <fieldset className={styles['checks']} data-plain={plain}>
      <legend>{label}</legend>
      {options.map(({ value, label: text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                options
                  .map((one) => one.value)
                  .filter((one) => (one === value ? target.checked : chosen.includes(one))),
              )
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
