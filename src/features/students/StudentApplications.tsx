import { formatChinaTime } from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { greenChannelTexts } from '#i18n/green-channel'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'

/** The student's applications and their status. */
export function StudentApplications({
  applications,
}: {
  applications: NonNullable<StudentPage['applications']>
}) {
  const texts = useTexts(studentsTexts)
  const green = useTexts(greenChannelTexts)
  const office = useTexts(officeTexts)
  const kinds: Readonly<Record<string, string>> = {
    1: green.loan,
    2: green.deferral,
    transfer: texts.transfer,
  }
  const states: Readonly<Record<string, string>> = {
    0: texts.underReview,
    1: texts.approved,
    2: texts.rejected,
  }
  return (
    <Card flush title={texts.applications}>
      {applications.length === 0 && <Row label={office.none} />}
      {applications.map((one) => (
        <Row
          key={one.id}
          label={`${kinds[one.kind] ?? texts.otherApplication} ${one.about}`}
          value={`${states[one.status] ?? one.status}${one.amount > 0 ? ` ${formatMoney(one.amount)}` : ''}`}
          description={[formatChinaTime(one.at), one.reason]
            .filter((said) => said !== '')
            .join(' · ')}
        />
      ))}
    </Card>
  )
}
