import { Clock } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { EvaluationPeriod } from '#contract/evaluation'
import { evaluationTexts } from '#i18n/evaluation'
import styles from './evaluation.module.css'

/** Shows the end of the evaluation period, or that it has not begun or is over. */
export function EvaluationPeriodNotice({ period }: { period: EvaluationPeriod }) {
  const texts = useTexts(evaluationTexts)
  const { state, opensAt, closesAt } = period
  return (
    <output className={styles['notice']} data-tone={state === 'open' ? 'brand' : 'wait'}>
      <Icon of={Clock} />
      <span>
        {state === 'open' && texts.open(closesAt)}
        {state === 'soon' && texts.soon(opensAt, closesAt)}
        {state === 'closed' && texts.closed(closesAt)}
        {state === 'none' && texts.noPeriod}
      </span>
    </output>
  )
}
