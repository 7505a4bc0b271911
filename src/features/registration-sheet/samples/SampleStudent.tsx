import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { samplePerson } from './sample-person.ts'
import { useSample } from './useSample.ts'

/** A fictional student. */
export function SampleStudent() {
  const { words, said } = useSample()
  return (
    <Card flush title={words.student}>
      <Row label={words.name} value={said(samplePerson.name)} />
      <Row label={words.number} value={samplePerson.number} />
      <Row label={words.sex} value={said(samplePerson.sex)} />
      <Row label={words.department} value={said(samplePerson.department)} />
      <Row label={words.major} value={said(samplePerson.major)} />
      <Row label={words.className} value={said(samplePerson.className)} />
    </Card>
  )
}
