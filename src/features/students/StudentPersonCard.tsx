import { MaskedNumberRow } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { ID_DOCUMENT_TYPES } from '#contract/id-document'
import { students } from '#contract/students'
import { idDocumentTexts } from '#i18n/id-documents'
import { studentsTexts } from '#i18n/students'
import type { StudentPagePartProps } from './StudentScreen.tsx'

/** The student's details. Numbers are masked; revealing one is recorded in the audit log. */
export function StudentPersonCard({ page: { who, person, may } }: StudentPagePartProps) {
  const texts = useTexts(studentsTexts)
  const names = useTexts(idDocumentTexts)
  const idType = ID_DOCUMENT_TYPES.find((type) => type === person?.idType)
  const labels = {
    idCard: idType === undefined ? texts.idCard : names[idType],
    phone: texts.phone,
  }
  return (
    <Card flush title={texts.person}>
      <Row label={texts.number} value={who.number || who.examNumber} />
      <Row label={texts.place} value={`${who.department} ${who.className}`} />
      <Row label={texts.major} value={who.major} />
      <Row label={texts.entryYear} value={who.entryYear} />
      {(['idCard', 'phone'] as const).map(
        (what) =>
          person !== null &&
          person[what] !== '' && (
            <MaskedNumberRow
              key={what}
              label={labels[what]}
              masked={person[what]}
              what={what}
              student={who.student}
              reveal={may.includes('reveal') ? students.reveal : undefined}
            />
          ),
      )}
    </Card>
  )
}
