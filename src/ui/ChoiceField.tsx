import { useId, type Ref } from 'react'
import { joinClassNames } from './class-names.ts'
import { useReportInvalidField } from './invalid-fields.tsx'
import styles from './ChoiceField.module.css'

/**
 * A question with two or three answers next to each other, none preselected. Takes the props of a
 * Controller's field.
 */
export function ChoiceField<Answer extends string | boolean>({
  name,
  label,
  hint,
  answers,
  value,
  error,
  onChange,
  onBlur,
  ref,
}: {
  name: string
  label: string
  hint?: string | undefined
  answers: readonly { readonly value: Answer; readonly label: string }[]
  value: Answer | null
  error?: string | undefined
  onChange: (value: Answer) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
}) {
  const id = useId()
  useReportInvalidField(id, label, error)
  const said = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    (one) => one !== false,
  )
  return (
    <fieldset
      id={id}
      className={styles['choice']}
      aria-describedby={said.length > 0 ? said.join(' ') : undefined}
    >
      <legend>{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      <div className={styles['answers']}>
        {answers.map((answer, index) => (
          <label
            key={answer.label}
            className={joinClassNames(styles['answer'], value === answer.value && styles['chosen'])}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              checked={value === answer.value}
              onChange={() => onChange(answer.value)}
              onBlur={onBlur}
            />
            <span>{answer.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
