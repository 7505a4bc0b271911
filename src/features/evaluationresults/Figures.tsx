import { useWords } from '#app/lib/language.ts'
import type { Result } from '#contract/evaluationresults'
import { evaluationresultsWords } from '#words/evaluationresults'
import styles from './evaluationresults.module.css'

/** The mean in a large figure, with how many have answered. */
export function Figures({
  result: { mean, answers, students, courses, counted, course },
}: {
  result: Result
}) {
  const words = useWords(evaluationresultsWords)
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{words.mean}</dt>
        <dd className={styles['main']}>{mean}</dd>
      </div>
      <div>
        <dt>{words.answers}</dt>
        <dd>{words.answered(answers, students)}</dd>
      </div>
      {course === '' && (
        <div>
          <dt>{words.countedCourses}</dt>
          <dd>{words.counted(counted, courses)}</dd>
        </div>
      )}
    </dl>
  )
}
