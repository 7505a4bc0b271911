import { useId, type ReactNode, type Ref } from 'react'
import { joinClassNames } from './class-names.ts'
import { useReportInvalidField } from './invalid-fields.tsx'
import { useTranslateName } from './name-translator.ts'
import styles from './OptionTiles.module.css'

/** A longer label makes all tiles wide; a label that is longer still puts them below each other. */
const LONGEST_NARROW = 4
const LONGEST_WIDE = 12

/**
 * A choice of small tiles that wrap: of one of them if `value` is a text, of several if it is a
 * list. Takes the props of a Controller's field.
 */
export function OptionTiles({
  name,
  label,
  options,
  value,
  note,
  hint,
  error,
  onChange,
  onBlur,
  ref,
  children,
}: {
  name: string
  label: string
  options: readonly { readonly id: string; readonly label: string; readonly sign?: ReactNode }[]
  value: string | readonly string[]
  /** Explains the question. */
  note?: string | undefined
  /** A hint about the selected option. */
  hint?: string | undefined
  error?: string | undefined
  /** Receives the option that was tapped. */
  onChange: (id: string) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
  children?: ReactNode
}) {
  const id = useId()
  const named = useTranslateName()
  useReportInvalidField(id, named(label), error)
  const longest = Math.max(0, ...options.map((option) => named(option.label).length))
  const isWide = longest > LONGEST_NARROW || options.some(({ sign }) => sign !== undefined)
  const isChosen = (option: string) =>
    typeof value === 'string' ? value === option : value.includes(option)
  const said = [note !== undefined && `${id}-note`, error !== undefined && `${id}-error`].filter(
    (one) => one !== false,
  )
  return (
    <fieldset
      id={id}
      className={styles['set']}
      aria-describedby={said.length > 0 ? said.join(' ') : undefined}
    >
      <legend data-helped={children !== undefined || undefined}>{named(label)}</legend>
      {note !== undefined && (
        <p id={`${id}-note`} className={styles['hint']}>
          {note}
        </p>
      )}
      <div
        className={joinClassNames(
          styles['options'],
          isWide && styles['wide'],
          longest > LONGEST_WIDE && styles['listed'],
        )}
      >
        {options.map((option, index) => (
          <label
            key={option.id}
            className={joinClassNames(styles['option'], isChosen(option.id) && styles['chosen'])}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type={typeof value === 'string' ? 'radio' : 'checkbox'}
              name={name}
              checked={isChosen(option.id)}
              onChange={() => onChange(option.id)}
              onBlur={onBlur}
            />
            {option.sign}
            <span>{named(option.label)}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && hint !== '' && (
        <output className={styles['hint']}>{named(hint)}</output>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}
