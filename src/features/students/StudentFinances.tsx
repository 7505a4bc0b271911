import { formatChinaTime } from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { officeTexts } from '#i18n/office'
import { paymentChannelName } from '#i18n/payment-channels'
import { studentsTexts } from '#i18n/students'
import { StudentAccount } from './StudentAccount.tsx'

type Balance = NonNullable<StudentPage['money']>['years'][number]

/** The student's charged, deducted, paid and owed amounts, and the orders and payments. */
export function StudentFinances({
  money: { years, books, scholarship, charges, orders, credits },
}: {
  money: NonNullable<StudentPage['money']>
}) {
  const texts = useTexts(studentsTexts)
  const office = useTexts(officeTexts)
  const language = useLanguage()
  const states: Readonly<Record<string, string>> = {
    open: texts.orderOpen,
    checking: texts.orderChecking,
    paid: texts.orderPaid,
    closed: texts.orderClosed,
  }
  const balance = ({ due, paid, offset, owed }: Omit<Balance, 'year'>) =>
    [
      texts.duePaid(formatMoney(due), formatMoney(paid)),
      offset > 0 && texts.offset(formatMoney(offset)),
      texts.owed(formatMoney(owed)),
    ]
      .filter(Boolean)
      .join(texts.comma)
  return (
    <Card flush title={texts.money}>
      {charges.length + orders.length + credits.length === 0 && <Row label={office.none} />}
      {books !== undefined && years.length + books.length > 0 ? (
        <StudentAccount years={years} books={books} balance={balance} />
      ) : (
        years.map((year) => (
          <Row
            key={year.year}
            label={<b>{texts.yearSum(year.year)}</b>}
            value={<b>{balance(year)}</b>}
          />
        ))
      )}
      {scholarship !== null && (
        <Row
          label={texts.scholarship}
          value={`${formatMoney(scholarship.amount)} ${scholarship.offset ? texts.isOffset : texts.isNotOffset}`}
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
          label={texts.orders}
          value={`${formatMoney(amount)} ${states[state] ?? state}`}
          description={`${number} · ${formatChinaTime(at)}`}
        />
      ))}
      {credits.map(({ transaction, amount, surplus, way, kind, at }) => (
        <Row
          key={transaction}
          label={
            kind === 'refund'
              ? texts.refundEntry
              : kind === 'carry-over'
                ? texts.carryOverEntry
                : amount < 0
                  ? texts.counterEntry
                  : texts.credits
          }
          value={`${formatMoney(amount)} ${paymentChannelName(way, language)}`}
          description={[
            transaction,
            formatChinaTime(at),
            surplus > 0 && texts.surplus(formatMoney(surplus)),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Card>
  )
}
