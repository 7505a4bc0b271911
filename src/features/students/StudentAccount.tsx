import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { studentsTexts } from '#i18n/students'

type Money = NonNullable<StudentPage['money']>
type Year = Money['years'][number]
type BookedYear = NonNullable<Money['books']>[number]

/**
 * The student's account by year and in all, with the entries of the books behind the paid amount. It
 * says whether the books explain the whole paid amount, which is what the student sees.
 */
export function StudentAccount({
  years,
  books,
  balance,
}: {
  years: readonly Year[]
  books: readonly BookedYear[]
  /** Describes the amounts of a year. */
  balance: (year: Omit<Year, 'year'>) => string
}) {
  const texts = useTexts(studentsTexts)
  const known = [...new Set([...years, ...books].map(({ year }) => year))].sort((a, b) => b - a)
  const rows = known.map((year) => {
    const own = years.find((one) => one.year === year) ?? NOTHING
    const booked = books.find((one) => one.year === year) ?? NOTHING_BOOKED
    const outside = own.paid - booked.payments + booked.refunds - booked.carried
    return { ...own, ...booked, outside, name: texts.yearSum(year), year }
  })
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + of(row), 0)
  const total = {
    name: texts.allYears,
    year: 0,
    due: sum(({ due }) => due),
    paid: sum(({ paid }) => paid),
    offset: sum(({ offset }) => offset),
    owed: sum(({ owed }) => owed),
    payments: sum(({ payments }) => payments),
    refunds: sum(({ refunds }) => refunds),
    carried: sum(({ carried }) => carried),
    surplus: sum(({ surplus }) => surplus),
    outside: sum(({ outside }) => outside),
  }
  const isWhole = rows.every(({ outside }) => outside === 0)
  return (
    <>
      {(rows.length > 1 ? [...rows, total] : rows).map((row) => (
        <Row
          key={row.year}
          label={<b>{row.name}</b>}
          value={<b>{balance(row)}</b>}
          description={[
            texts.payments(formatMoney(row.payments)),
            texts.refunds(formatMoney(row.refunds)),
            row.carried !== 0 && texts.carried(formatMoney(row.carried)),
            row.outside !== 0 && texts.outsideBooks(formatMoney(row.outside)),
            row.surplus !== 0 && texts.surplusOfYear(formatMoney(row.surplus)),
          ]
            .filter(Boolean)
            .join(texts.comma)}
        />
      ))}
      <Row
        label={texts.check}
        value={
          <Pill tone={isWhole ? 'done' : 'wait'}>{isWhole ? texts.agrees : texts.differs}</Pill>
        }
        description={isWhole ? texts.agreesAbout : texts.differsAbout}
      />
    </>
  )
}

const NOTHING = { due: 0, paid: 0, offset: 0, owed: 0 }
const NOTHING_BOOKED = { payments: 0, refunds: 0, carried: 0, surplus: 0 }
