import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
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
            <Masked
              key={what}
              label={words[what]}
              masked={person[what]}
              what={what}
              student={who.student}
              shown={may.includes('reveal')}
            />
          ),
      )}
    </Card>
  )
}

function Masked({
  label,
  masked,
  what,
  student,
  shown,
}: {
  label: string
  masked: string
  what: 'idCard' | 'phone'
  student: string
  shown: boolean
}) {
  const words = useWords(studentsWords)
  const { send, problem } = useLive()
  const [number, setNumber] = useState<string>()
  const look = async () => {
    const outcome = await send(students.reveal, { student, what })
    if (outcome?.type === 'ok') setNumber(outcome.data.number)
  }
  return (
    <>
      <Row
        label={label}
        value={number ?? masked}
        trailing={
          shown &&
          number === undefined && (
            <TextButton
              label={`${words.show} ${label} · ${words.showNote}`}
              onClick={() => void look()}
            >
              {words.show}
            </TextButton>
          )
        }
      />
      <Alert text={problem} />
    </>
  )
}
