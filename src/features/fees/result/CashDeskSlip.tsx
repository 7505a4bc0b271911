import { maskIdNumber } from '#app/lib/format/id-numbers.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Bill } from '#app/ui/Bill.tsx'
import { Card } from '#app/ui/Card.tsx'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { PayAtSchoolSlip } from '#contract/fees'
import { payAtSchoolSlipTexts } from '#i18n/pay-at-school-slip'

/** A printable slip for the cash desk at school: student, purpose and amount (FEE-38). */
export function CashDeskSlip({
  carried: { student, fees, dorm, paid = 0, owed },
  year,
}: {
  carried: PayAtSchoolSlip
  year: string
}) {
  const texts = useTexts(payAtSchoolSlipTexts)
  const person = useSession()?.person
  const isNumbered = person?.role === 'student' && person.number !== ''
  const charged = [...fees, ...(dorm === null ? [] : [{ name: texts.lodging, fee: dorm.fee }])]
  const due = charged.reduce((sum, { fee }) => sum + fee, 0)
  const offset = owed === undefined ? 0 : Math.max(0, due - paid - owed)
  // The cash desk collects the rest of the fees, so the slip subtracts paid and deducted amounts.
  const items = [
    ...charged,
    ...(paid > 0 ? [{ name: texts.alreadyPaid, fee: -paid }] : []),
    ...(offset > 0 ? [{ name: texts.alreadyOffset, fee: -offset }] : []),
  ]
  return (
    <>
      <PrintSheet
        school={appConfig.school}
        title={texts.slip}
        subtitle={texts.yearNamed(year)}
        signatures={[texts.studentSigns, texts.officeSigns, texts.date]}
      >
        <Card flush title={texts.student}>
          <Row label={texts.name} value={student.name} />
          <Row label={isNumbered ? texts.number : texts.examNumber} value={student.number} />
          <Row label={texts.gender} value={student.gender === '1' ? texts.male : texts.female} />
          <Row
            label={student.idType === undefined ? texts.idCard : texts.idNumber}
            value={maskIdNumber(student.idCard)}
          />
          <Row label={texts.grade} value={student.grade} />
          <Row label={texts.department} value={student.department} />
          <Row label={texts.major} value={student.major} />
        </Card>
        <Card>
          <Bill
            texts={{ item: texts.item, amount: texts.sum, total: texts.total }}
            items={items.map(({ name, fee }) => ({ name, amount: formatMoney(fee) }))}
            total={formatMoney(Math.max(0, due - paid - offset))}
          />
        </Card>
      </PrintSheet>
      <PrintButton label={texts.print} />
    </>
  )
}
