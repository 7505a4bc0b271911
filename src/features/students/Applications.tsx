import { moment } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { greenchannelWords } from '#words/greenchannel'
import { officeWords } from '#words/office'
import { studentsWords } from '#words/students'

/** What a student has applied for, and what became of it. */
export function Applications({
  applications,
}: {
  applications: NonNullable<StudentPage['applications']>
}) {
  const words = useWords(studentsWords)
  const green = useWords(greenchannelWords)
  const office = useWords(officeWords)
  const kinds: Readonly<Record<string, string>> = {
    1: green.loan,
    2: green.deferral,
    transfer: words.transfer,
  }
  const states: Readonly<Record<string, string>> = {
    0: words.underReview,
    1: words.approved,
    2: words.rejected,
  }
  return (
    <Card flush title={words.applications}>
      {applications.length === 0 && <Row label={office.none} />}
      {applications.map((one) => (
        <Row
          key={one.id}
          label={`${kinds[one.kind] ?? words.otherApplication} ${one.about}`}
          value={`${states[one.status] ?? one.status}${one.amount > 0 ? ` ${shownMoney(one.amount)}` : ''}`}
          description={[moment(one.at), one.reason].filter((said) => said !== '').join(' · ')}
        />
      ))}
    </Card>
  )
}
