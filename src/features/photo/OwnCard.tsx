import { masked } from '#app/lib/id-numbers.ts'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { OwnRecord } from '#contract/profile'
import { photoScreenWords } from '#words/photo-screen'

/** Whose photo it is, in nine values (PHO-02). */
export function OwnCard({ record }: { record: OwnRecord }) {
  const words = useWords(photoScreenWords)
  const numbered = record.number !== ''
  return (
    <Card flush title={words.own}>
      <Row label={words.name} value={record.name} />
      <Row
        label={numbered ? words.studentNumber : words.examNumber}
        value={numbered ? record.number : record.examNumber}
      />
      <Row label={words.sex} value={record.gender === '1' ? words.male : words.female} />
      {record.idCard === '' ? (
        <Row label={words.idCard} value="" description={words.idCardLater} />
      ) : (
        <Row label={words.idCard} value={masked(record.idCard)} />
      )}
      <Row label={words.phone} value={record.phone} />
      <Row label={words.entryYear} value={record.entryYear} />
      <Row label={words.department} value={record.department} />
      <Row label={words.major} value={record.major} />
      <Row label={words.className} value={record.className} />
    </Card>
  )
}
