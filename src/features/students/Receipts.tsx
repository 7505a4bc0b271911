import { moment } from '#app/features/office/face.ts'
import { formViews } from '#app/features/outbox/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { officeWords } from '#words/office'
import { studentsWords } from '#words/students'

/** What the university has confirmed to the student's phones. */
export function Receipts({ receipts }: { receipts: NonNullable<StudentPage['receipts']> }) {
  const words = useWords(studentsWords)
  const office = useWords(officeWords)
  const language = useLanguage()
  return (
    <Card flush title={words.receipts}>
      {receipts.length === 0 && <Row label={office.none} />}
      {receipts.map(({ receipt, form, at }) => (
        <Row
          key={receipt}
          label={receipt}
          value={formViews[form]?.title[language] ?? form}
          description={moment(at)}
        />
      ))}
    </Card>
  )
}
