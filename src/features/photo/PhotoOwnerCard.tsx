import { maskIdNumber } from '#app/lib/format/id-numbers.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { OwnStudentRecord } from '#contract/profile'
import { photoScreenTexts } from '#i18n/photo-screen'

/** The student whose photo it is, in nine values (PHO-02). */
export function PhotoOwnerCard({ record }: { record: OwnStudentRecord }) {
  const texts = useTexts(photoScreenTexts)
  const idLabel = (record.idType ?? 'resident') === 'resident' ? texts.idCard : texts.idNumber
  const numbered = record.number !== ''
  return (
    <Card flush title={texts.own}>
      <Row label={texts.name} value={record.name} />
      <Row
        label={numbered ? texts.studentNumber : texts.examNumber}
        value={numbered ? record.number : record.examNumber}
      />
      <Row label={texts.sex} value={record.gender === '1' ? texts.male : texts.female} />
      {record.idCard === '' ? (
        <Row label={idLabel} value="" description={texts.idCardLater} />
      ) : (
        <Row label={idLabel} value={maskIdNumber(record.idCard)} />
      )}
      <Row label={texts.phone} value={record.phone} />
      <Row label={texts.entryYear} value={record.entryYear} />
      <Row label={texts.department} value={record.department} />
      <Row label={texts.major} value={record.major} />
      <Row label={texts.className} value={record.className} />
    </Card>
  )
}
