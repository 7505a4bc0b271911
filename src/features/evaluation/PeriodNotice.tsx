import { Clock } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { EvaluationPeriod } from '#contract/evaluation'
import { evaluationTexts } from '#i18n/evaluation'
import styles from './evaluation.module.css'

/** Says until when this term is evaluated, or that it is not open: not yet, or not any more. */
export function PeriodNotice({ period }: { period: EvaluationPeriod }) {
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
