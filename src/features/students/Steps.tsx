import { moment } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsWords } from '#words/students'
import { Act } from './Act.tsx'
import type { PartOf } from './StudentScreen.tsx'

/** The steps of a student; one that is done can be opened again. */
export function Steps({
  page: { who, may },
  again,
  steps,
}: PartOf & { steps: NonNullable<StudentPage['steps']> }) {
  const words = useWords(studentsWords)
  return (
    <Card flush title={words.steps}>
      {steps.map(({ id, title, done, doneAt }) => (
        <Row
          key={id}
          label={title}
          value={done ? words.done : words.open}
          description={moment(doneAt)}
          trailing={
            done &&
            may.includes('reopen') && (
              <Act
                name={words.reopen}
                note={title}
                entry={students.reopen}
                input={(reason) => ({ student: who.student, reason, step: id })}
                onDone={again}
              />
            )
          }
        />
      ))}
    </Card>
  )
}
