import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { computeFeeOffset, type FeeOverview, computeDisplayedTotal } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import styles from '../fees.module.css'

/**
 * This year's fees item by item, including accommodation, and the total of D-56. The total minus
 * all deductions is the amount owed.
 */
export function FeeItems({ overview }: { overview: FeeOverview }) {
  const texts = useTexts(feesTexts)
  const session = useSession()
  const isNewUndergraduate =
    session?.isNew === true && session.person.role === 'student' && session.person.enrolment === '2'
  const { items, dorm, paid, year } = overview
  const offset = computeFeeOffset(overview)
  return (
    <>
      <Card flush title={texts.items(year)}>
        {items.length === 0 && dorm === null && <Row label={texts.noItems} />}
        {items.map(({ name, fee }, index) => (
          <Row key={`${index} ${name}`} label={name} trailing={<b>{formatMoney(fee)}</b>} />
        ))}
        {dorm && <Row label={texts.lodging} trailing={<b>{formatMoney(dorm.price)}</b>} />}
        {paid > 0 && <Row label={texts.alreadyPaid} trailing={<b>{formatMoney(-paid)}</b>} />}
        {offset > 0 && <Row label={texts.alreadyOffset} trailing={<b>{formatMoney(-offset)}</b>} />}
        <Row
          label={<b>{texts.shownTotal}</b>}
          trailing={<b>{formatMoney(Math.max(0, computeDisplayedTotal(overview) - offset))}</b>}
        />
      </Card>
      {isNewUndergraduate && <p className={styles['note']}>{texts.noInsurance}</p>}
    </>
  )
}
