import { useWords } from '#app/lib/language.ts'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import type { Tally } from '#contract/arrivals'
import { arrivalWords } from '#words/arrivals'
import styles from './arrivals.module.css'

const A_MINUTE = 60

/** How many of all have arrived, in large figures, and how old that is. */
export function Figures({ all, age }: { all: Tally; age: number }) {
  const words = useWords(arrivalWords)
  const isOld = age >= A_MINUTE
  return (
    <section className={styles['figures']} aria-label={words.title}>
      <p className={styles['main']}>
        <b>{all.arrived}</b>
        <span>
          / {all.expected} {words.arrived}
        </span>
      </p>
      <ProgressBar label={words.part} part={all.arrived / Math.max(1, all.expected)} />
      <dl>
        <div>
          <dt>{words.part}</dt>
          <dd>{share(all)}</dd>
        </div>
        <div>
          <dt>{words.missing}</dt>
          <dd>{all.expected - all.arrived}</dd>
        </div>
        <div>
          <dt>{words.unverified}</dt>
          <dd>{all.unverified}</dd>
        </div>
      </dl>
      <p className={styles['age']} data-tone={isOld ? 'need' : undefined}>
        {isOld ? words.old(Math.floor(age / A_MINUTE)) : words.fresh(age)}
      </p>
    </section>
  )
}

/** Which part has arrived, in per cent. */
export const share = ({ arrived, expected }: Pick<Tally, 'arrived' | 'expected'>): string =>
  expected === 0 ? '–' : `${Math.floor((arrived / expected) * 100)}%`
