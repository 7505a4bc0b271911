import { config } from '#app/lib/config.ts'
import { masked } from '#app/lib/id-numbers.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useSession } from '#app/lib/session.ts'
import { Bill } from '#app/ui/Bill.tsx'
import { Card } from '#app/ui/Card.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Carried } from '#contract/fees'
import { slipWords } from '#words/slip'

/**
 * What is taken to the cash desk at school: who, what for, how much (FEE-38); made to be printed.
 */
export function Slip({
  carried: { student, fees, dorm, paid = 0, owed },
  year,
}: {
  carried: Carried
  year: string
}) {
  const words = useWords(slipWords)
  const person = useSession()?.person
  const isNumbered = person?.role === 'student' && person.number !== ''
  const charged = [...fees, ...(dorm === null ? [] : [{ name: words.lodging, fee: dorm.fee }])]
  const due = charged.reduce((sum, { fee }) => sum + fee, 0)
  const offset = owed === undefined ? 0 : Math.max(0, due - paid - owed)
  // The desk collects what is left: what was paid or set off is taken off on the slip.
  const items = [
    ...charged,
    ...(paid > 0 ? [{ name: words.alreadyPaid, fee: -paid }] : []),
    ...(offset > 0 ? [{ name: words.alreadyOffset, fee: -offset }] : []),
  ]
  return (
    <>
      <PrintSheet
        school={config.school}
        title={words.slip}
        subtitle={words.yearNamed(year)}
        signatures={[words.studentSigns, words.officeSigns, words.date]}
      >
        <Card flush title={words.student}>
          <Row label={words.name} value={student.name} />
          <Row label={isNumbered ? words.number : words.examNumber} value={student.number} />
          <Row label={words.gender} value={student.gender === '1' ? words.male : words.female} />
          <Row label={words.idCard} value={masked(student.idCard)} />
          <Row label={words.grade} value={student.grade} />
          <Row label={words.department} value={student.department} />
          <Row label={words.major} value={student.major} />
        </Card>
        <Card>
          <Bill
            words={{ item: words.item, amount: words.sum, total: words.total }}
            items={items.map(({ name, fee }) => ({ name, amount: shownMoney(fee) }))}
            total={shownMoney(Math.max(0, due - paid - offset))}
          />
        </Card>
      </PrintSheet>
      <PrintButton label={words.print} />
    </>
  )
}
