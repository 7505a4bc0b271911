import { MaskedRow } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { students } from '#contract/students'
import { studentsWords } from '#words/students'
import type { PartOf } from './StudentScreen.tsx'

/** Who the student is; numbers are masked until somebody asks to see them, which is noted. */
export function PersonCard({ page: { who, person, may } }: PartOf) {
  const words = useWords(studentsWords)
  return (
    <Card flush title={words.person}>
      <Row label={words.number} value={who.number || who.examNumber} />
      <Row label={words.place} value={`${who.department} ${who.className}`} />
      <Row label={words.major} value={who.major} />
      <Row label={words.entryYear} value={who.entryYear} />
      {(['idCard', 'phone'] as const).map(
        (what) =>
          person !== null &&
          person[what] !== '' && (
            <MaskedRow
              key={what}
              label={words[what]}
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
