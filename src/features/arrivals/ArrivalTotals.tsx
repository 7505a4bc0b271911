import { useTexts } from '#app/lib/language/language.ts'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import type { ArrivalCount } from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import styles from './arrivals.module.css'

const A_MINUTE = 60

/** The number of arrivals out of all students in large digits, with the age of the data. */
export function ArrivalTotals({ all, age }: { all: ArrivalCount; age: number }) {
  const texts = useTexts(arrivalTexts)
  const isOld = age >= A_MINUTE
  return (
    <section className={styles['figures']} aria-label={texts.title}>
      <p className={styles['main']}>
        <b>{all.arrived}</b>
        <span>
          / {all.expected} {texts.arrived}
        </span>
      </p>
      <ProgressBar label={texts.part} part={all.arrived / Math.max(1, all.expected)} />
      <dl>
        <div>
          <dt>{texts.part}</dt>
          <dd>{formatArrivedPercent(all)}</dd>
        </div>
        <div>
          <dt>{texts.missing}</dt>
          <dd>{all.expected - all.arrived}</dd>
        </div>
        <div>
          <dt>{texts.unverified}</dt>
          <dd>{all.unverified}</dd>
        </div>
      </dl>
      <p className={styles['age']} data-tone={isOld ? 'need' : undefined}>
        {isOld ? texts.old(Math.floor(age / A_MINUTE)) : texts.fresh(age)}
      </p>
    </section>
  )
}

/** Formats the share of arrivals in per cent. */
export const formatArrivedPercent = ({
  arrived,
  expected,
}: Pick<ArrivalCount, 'arrived' | 'expected'>): string =>
  expected === 0 ? '–' : `${Math.floor((arrived / expected) * 100)}%`
