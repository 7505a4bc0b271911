import { useId, type InputHTMLAttributes, type Ref } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useWrong } from '#app/ui/wrong-fields.tsx'
import { signInWords } from '#words/sign-in'
import styles from './Login.module.css'

/** What number a student has: an exam number (new) or a student number (continuing). */
export function KindChoice({
  error,
  ref,
  ...input
}: {
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
} & InputHTMLAttributes<HTMLInputElement>) {
  const words = useWords(signInWords)
  const id = useId()
  useWrong(id, words.inputType, error)
  const kinds = [
    { value: 'exam', label: words.examNumber, hint: words.examNumberHint },
    { value: 'student', label: words.studentNumber, hint: words.studentNumberHint },
  ]
  return (
    <fieldset
      id={id}
      className={styles['kinds']}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{words.inputType}</legend>
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
