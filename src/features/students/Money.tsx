import { moment } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { officeWords } from '#words/office'
import { sayWay } from '#words/pay-ways'
import { studentsWords } from '#words/students'

type Balance = NonNullable<StudentPage['money']>['years'][number]

/** What a student is charged, what of it is set off, paid and owed, what was ordered and received. */
export function Money({
  money: { years, scholarship, charges, orders, credits },
}: {
  money: NonNullable<StudentPage['money']>
}) {
  const words = useWords(studentsWords)
  const office = useWords(officeWords)
  const language = useLanguage()
  const states: Readonly<Record<string, string>> = {
    open: words.orderOpen,
    checking: words.orderChecking,
    paid: words.orderPaid,
    closed: words.orderClosed,
  }
  const balance = ({ due, paid, offset, owed }: Omit<Balance, 'year'>) =>
    [
      words.duePaid(shownMoney(due), shownMoney(paid)),
      offset > 0 && words.offset(shownMoney(offset)),
      words.owed(shownMoney(owed)),
    ]
      .filter(Boolean)
      .join(words.comma)
  return (
    <Card flush title={words.money}>
      {charges.length + orders.length + credits.length === 0 && <Row label={office.none} />}
      {years.map((year) => (
        <Row
          key={year.year}
          label={<b>{words.yearSum(year.year)}</b>}
          value={<b>{balance(year)}</b>}
        />
      ))}
      {scholarship !== null && (
        <Row
          label={words.scholarship}
          value={`${shownMoney(scholarship.amount)} ${scholarship.offset ? words.isOffset : words.isNotOffset}`}
        />
      )}
      {charges.map((charge) => (
        <Row
          key={`${charge.year} ${charge.item}`}
          label={`${charge.year} ${charge.item}`}
          value={balance(charge)}
        />
      ))}
      {orders.map(({ number, amount, state, at }) => (
        <Row
          key={number}
          label={words.orders}
          value={`${shownMoney(amount)} ${states[state] ?? state}`}
          description={`${number} · ${moment(at)}`}
        />
      ))}
      {credits.map(({ transaction, amount, surplus, way, at }) => (
        <Row
          key={transaction}
          label={words.credits}
          value={`${shownMoney(amount)} ${sayWay(way, language)}`}
          description={[transaction, moment(at), surplus > 0 && words.surplus(shownMoney(surplus))]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Card>
  )
}
