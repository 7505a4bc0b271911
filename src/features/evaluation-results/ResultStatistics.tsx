import { useTexts } from '#app/lib/language/language.ts'
import type { EvaluationResult } from '#contract/evaluation-results'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import styles from './evaluation-results.module.css'

/** The mean in large digits, with the number of answers. */
export function ResultStatistics({
  result: { mean, answers, students, courses, counted, course },
}: {
  result: EvaluationResult
}) {
  const texts = useTexts(evaluationResultsTexts)
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{texts.mean}</dt>
        <dd className={styles['main']}>{mean}</dd>
      </div>
      <div>
        <dt>{texts.answers}</dt>
        <dd>{texts.answered(answers, students)}</dd>
      </div>
      {course === '' && (
        <div>
          <dt>{texts.countedCourses}</dt>
          <dd>{texts.counted(counted, courses)}</dd>
        </div>
      )}
    </dl>
  )
}
