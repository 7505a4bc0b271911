import { useId, type ReactNode, type Ref } from 'react'
import { joinClassNames } from '#app/ui/class-names.ts'
import { useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import styles from './uniform.module.css'

/** A radio group of small tiles that wrap. Takes the props of a Controller's field. */
export function RadioButtonGroup({
  name,
  label,
  options,
  value,
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
  value: string
  /** A hint about the selected option. */
  hint?: string | undefined
  error?: string | undefined
  onChange: (id: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  children?: ReactNode
}) {
  const id = useId()
  const named = useTranslateName()
  useReportInvalidField(id, named(label), error)
  const isWide = options.some(
    ({ label: words, sign }) => named(words).length > 4 || sign !== undefined,
  )
  return (
    <fieldset
      id={id}
      className={styles['set']}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{named(label)}</legend>
      <div className={joinClassNames(styles['options'], isWide && styles['wide'])}>
        {options.map((option, index) => (
          <label
            key={option.id}
            className={joinClassNames(styles['option'], value === option.id && styles['chosen'])}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              checked={value === option.id}
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
