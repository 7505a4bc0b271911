import { moment } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { officeWords } from '#words/office'
import { studentsWords } from '#words/students'

/** What a student is charged, ordered to pay, and has paid. */
export function Money({
  money: { charges, orders, credits },
}: {
  money: NonNullable<StudentPage['money']>
}) {
  const words = useWords(studentsWords)
  const office = useWords(officeWords)
  const states: Readonly<Record<string, string>> = {
    open: words.orderOpen,
    checking: words.orderChecking,
    paid: words.orderPaid,
    closed: words.orderClosed,
  }
  return (
    <Card flush title={words.money}>
      {charges.length + orders.length + credits.length === 0 && <Row label={office.none} />}
      {charges.map(({ year, item, due, paid }) => (
        <Row
          key={`${year} ${item}`}
          label={`${year} ${item}`}
          value={words.duePaid(shownMoney(due), shownMoney(paid))}
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
      {credits.map(({ transaction, amount, surplus, at }) => (
        <Row
          key={transaction}
          label={words.credits}
          value={shownMoney(amount)}
          description={[transaction, moment(at), surplus > 0 && words.surplus(shownMoney(surplus))]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Card>
  )
}
