import { Clock } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { ResultPeriod } from '#contract/evaluation-results'
import { evaluationResultsTexts } from '#i18n/evaluation-results'
import styles from './evaluation-results.module.css'

/** Shows when the results of a period will be final. */
export function ResultsPendingNotice({
  period: { state, opensAt, closesAt },
}: {
  period: ResultPeriod
}) {
  const texts = useTexts(evaluationResultsTexts)
  return (
    <output className={styles['notice']} data-tone={state === 'open' ? 'brand' : 'wait'}>
      <Icon of={Clock} />
      <span>{state === 'open' ? texts.open(closesAt) : texts.soon(opensAt, closesAt)}</span>
    </output>
  )
}
