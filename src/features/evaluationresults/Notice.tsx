import { Clock } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { ResultPeriod } from '#contract/evaluationresults'
import { evaluationresultsWords } from '#words/evaluationresults'
import styles from './evaluationresults.module.css'

/** Says when the results of a period will stand. */
export function Notice({ period: { state, opensAt, closesAt } }: { period: ResultPeriod }) {
  const words = useWords(evaluationresultsWords)
  return (
    <output className={styles['notice']} data-tone={state === 'open' ? 'brand' : 'wait'}>
      <Icon of={Clock} />
      <span>{state === 'open' ? words.open(closesAt) : words.soon(opensAt, closesAt)}</span>
    </output>
  )
}
