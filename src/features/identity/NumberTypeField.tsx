import { useId, type InputHTMLAttributes, type Ref } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { signInTexts } from '#i18n/sign-in'
import styles from './Login.module.css'

/** The type of a student's number: exam number (new) or student number (continuing). */
export function NumberTypeField({
  error,
  ref,
  ...input
}: {
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
} & InputHTMLAttributes<HTMLInputElement>) {
  const texts = useTexts(signInTexts)
  const id = useId()
  useReportInvalidField(id, texts.inputType, error)
  const kinds = [
    { value: 'exam', label: texts.examNumber, hint: texts.examNumberHint },
    { value: 'student', label: texts.studentNumber, hint: texts.studentNumberHint },
  ]
  return (
    <fieldset
      id={id}
      className={styles['kinds']}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{texts.inputType}</legend>
      {kinds.map((kind) => (
        <label key={kind.value} className={styles['kind']}>
          <input {...input} ref={ref} type="radio" value={kind.value} />
          <span>
            {kind.label}
            <small>{kind.hint}</small>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
