import { Clock } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { Period } from '#contract/evaluation'
import { evaluationWords } from '#words/evaluation'
import styles from './evaluation.module.css'

/** Says until when this term is evaluated, or that it is not open: not yet, or not any more. */
export function PeriodNotice({ period }: { period: Period }) {
  const words = useWords(evaluationWords)
  const { state, opensAt, closesAt } = period
  return (
    <output className={styles['notice']} data-tone={state === 'open' ? 'brand' : 'wait'}>
      <Icon of={Clock} />
      <span>
        {state === 'open' && words.open(closesAt)}
        {state === 'soon' && words.soon(opensAt, closesAt)}
        {state === 'closed' && words.closed(closesAt)}
        {state === 'none' && words.noPeriod}
      </span>
    </output>
  )
}
