import { useFormTitle } from '#app/features/campus-form-office/public.ts'
import { formatChinaTime } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { findFormTitle } from '#i18n/form-titles'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'

/** The receipts that the university has sent to the student's phones. */
export function StudentReceipts({
  student,
  receipts,
}: {
  student: string
  receipts: NonNullable<StudentPage['receipts']>
}) {
  const texts = useTexts(studentsTexts)
  const office = useTexts(officeTexts)
  return (
    <Card flush title={texts.receipts}>
      {receipts.length === 0 && <Row label={office.none} />}
      {receipts.map(({ receipt, form, at }) => (
        <Row
          key={receipt}
          label={receipt}
          value={<FormTitle student={student} form={form} />}
          description={formatChinaTime(at)}
        />
      ))}
    </Card>
  )
}

function FormTitle({ student, form }: { student: string; form: string }) {
  const language = useLanguage()
  return useFormTitle(student, form) ?? findFormTitle(form)?.[language] ?? form
}
