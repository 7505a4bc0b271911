import { useId, type InputHTMLAttributes, type Ref } from 'react'
import styles from './Field.module.css'

/** Yes or no; takes what react-hook-form's `register` gives for a checkbox. */
export function SwitchField({
  label,
  hint,
  error,
  ref,
  ...input
}: {
  label: string
  hint?: string
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const said = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter((one) => one !== false)
  return (
    <div>
      <label className={styles['switch']} htmlFor={id}>
        <span className={styles['words']}>
          {label}
          {hint !== undefined && (
            <span id={`${id}-hint`} className={styles['hint']}>
              {hint}
            </span>
          )}
        </span>
        {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says itself whether it is on */}
        <input
          {...input}
          ref={ref}
          id={id}
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={said.length > 0 ? said.join(' ') : undefined}
          aria-invalid={error !== undefined || undefined}
        />
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
