import { useId, type ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import { useReportInvalidField } from './invalid-fields.tsx'
import styles from './Field.module.css'

/** The attributes of a field's control, which connect it with its label, hint and error. */
export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
  /** The field shows its focus ring while this control has the focus (Field.module.css). */
  readonly 'data-field': true
}

/** A label, a control and its error in one row of a flush card. */
export function Field({
  label,
  error,
  hint,
  wide,
  children,
}: {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Places the control below the label instead of next to it. */
  wide?: boolean | undefined
  children: (ids: FieldIds) => ReactNode
}) {
  const id = useId()
  useReportInvalidField(id, label, error)
  const said = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    (one) => one !== false,
  )
  return (
    <div className={joinClassNames(styles['field'], wide && styles['wide'])}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['control']}>
        {children({
          id,
          'aria-describedby': said.length > 0 ? said.join(' ') : undefined,
          'aria-invalid': error !== undefined || undefined,
          'data-field': true,
        })}
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className={styles['error']}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
