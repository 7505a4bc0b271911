import { useId } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { evaluationTexts } from '#i18n/evaluation'
import styles from './evaluation.module.css'

const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** One question with its ten answers (EVA-05). */
export function EvaluationQuestion({
  id,
  title,
  score,
  error,
  onChoose,
}: {
  id: string
  title: string
  score: number | null
  error?: string | undefined
  onChoose: (score: number) => void
}) {
  const texts = useTexts(evaluationTexts)
  const errorId = useId()
  useReportInvalidField(`question-${id}`, title, error)
  return (
    <fieldset
      id={`question-${id}`}
      className={styles['question']}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>{title}</legend>
      <div className={styles['points']}>
        {POINTS.map((point) => (
          <label
            key={point}
            className={joinClassNames(styles['point'], score === point && styles['chosen'])}
          >
            <input
              type="radio"
              name={`question-${id}`}
              value={point}
              checked={score === point}
              onChange={() => onChoose(point)}
            />
            {point}
          </label>
        ))}
      </div>
      <p className={styles['ends']} aria-hidden>
        <span>{texts.one}</span>
        <span>{texts.ten}</span>
      </p>
      {error !== undefined && (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
