import { Check } from 'lucide'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { computeFeeOffset, type FeeOverview } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import styles from '../fees.module.css'

/** A bar chart of this fee year. */
export const FeeYearChart = ({ overview }: { overview: FeeOverview }) => (
  <FeeChart
    year={overview.year}
    due={overview.due}
    paid={overview.paid}
    owed={overview.owed}
    offset={computeFeeOffset(overview)}
  />
)

/**
 * A chart of a year's total, paid and owed amounts with a text alternative for screen readers
 * (FEE-10); amounts in fen.
 */
export function FeeChart({
  year,
  due,
  paid,
  offset,
  owed,
}: {
  year: string
  due: number
  paid: number
  offset: number
  owed: number
}) {
  const texts = useTexts(feesTexts)
  const part = (fen: number) => ({ width: `${due > 0 ? Math.min(100, (fen / due) * 100) : 0}%` })
  const shown = {
    due: formatMoney(due),
    paid: formatMoney(paid),
    owed: formatMoney(owed),
    offset: offset > 0 ? formatMoney(offset) : undefined,
  }
  return (
    <Card>
      <div className={styles['head']}>
        <MutedText>{texts.yearOwed(year)}</MutedText>
        {owed === 0 && due > 0 && (
          <Pill tone="done" icon={<Icon of={Check} />}>
            {texts.settled}
          </Pill>
        )}
      </div>
      <p className={styles['big']}>{shown.owed}</p>
      <div role="img" aria-label={texts.picture(shown)} className={styles['bar']}>
        <i className={styles['paid']} style={part(paid)} />
        <i className={styles['offset']} style={part(offset)} />
      </div>
      <dl className={styles['legend']}>
        <Figure name={texts.paidSoFar} value={shown.paid} dot="paid" />
        {shown.offset !== undefined && (
          <Figure name={texts.offset} value={shown.offset} dot="offset" />
        )}
        <Figure name={texts.due} value={shown.due} dot="due" />
      </dl>
    </Card>
  )
}

function Figure({
  name,
  value,
  dot,
}: {
  name: string
  value: string
  dot: 'paid' | 'offset' | 'due'
}) {
  return (
    <div>
      <dt>
        <span aria-hidden className={joinClassNames(styles['dot'], styles[dot])} />
        {name}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
