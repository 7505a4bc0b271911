import { useTexts } from '#app/lib/language/language.ts'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import styles from './evaluation-results.module.css'

/** How many students gave 1, 2, … 10 points, as ten bars. */
export function ScoreDistribution({ counts }: { counts: readonly number[] }) {
  const texts = useTexts(evaluationResultsTexts)
  const most = Math.max(1, ...counts)
  const said = counts.flatMap((count, index) => (count > 0 ? [texts.gave(index + 1, count)] : []))
  return (
    <span role="img" aria-label={said.join(' · ')} className={styles['bars']}>
      {counts.map((count, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is the points
        <span key={index} className={styles['bar']} data-none={count === 0}>
          <span className={styles['count']}>{count > 0 ? count : ''}</span>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <rect x="0" width="1" y={1 - count / most} height={count / most} />
          </svg>
          <span className={styles['label']}>{index + 1}</span>
        </span>
      ))}
    </span>
  )
}
