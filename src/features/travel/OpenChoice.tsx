import { useWords } from '#app/lib/language.ts'
import { join } from '#app/ui/join.ts'
import { travelWords } from '#words/travel'
import { useId, type Ref } from 'react'
import styles from './travel.module.css'

/** Show oneself to others or not: two equal answers, neither chosen beforehand (TRV-22). */
export function OpenChoice({
  name,
  value,
  error,
  onChange,
  onBlur,
  ref,
}: {
  name: string
  value: boolean | null
  error?: string | undefined
  onChange: (value: boolean) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
}) {
  const words = useWords(travelWords)
  const id = useId()
  const answers = [
    { answer: true, label: words.openYes },
    { answer: false, label: words.openNo },
  ]
  return (
    <fieldset className={styles['choice']} aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}>
      <legend>{words.open}</legend>
      <p id={`${id}-hint`} className={styles['hint']}>
        {words.openHint}
      </p>
      <div className={styles['answers']}>
        {answers.map(({ answer, label }, index) => (
          <label key={label} className={join(styles['answer'], value === answer && styles['chosen'])}>
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              checked={value === answer}
              onChange={() => onChange(answer)}
              onBlur={onBlur}
            />
            <span>{label}</span>
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
