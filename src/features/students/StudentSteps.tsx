import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import type { StudentPagePartProps } from './StudentScreen.tsx'

/** The steps of a student; a completed one can be reopened. */
export function StudentSteps({
  page: { who, may },
  refetch,
  steps,
}: StudentPagePartProps & { steps: NonNullable<StudentPage['steps']> }) {
  const texts = useTexts(studentsTexts)
  return (
    <Card flush title={texts.steps}>
      {steps.map(({ id, title, done, doneAt }) => (
        <Row
          key={id}
          label={title}
          value={done ? texts.done : texts.open}
          description={formatChinaTime(doneAt)}
          trailing={
            done &&
            may.includes('reopen') && (
              <StudentActionPanel
                name={texts.reopen}
                note={title}
                entry={students.reopen}
                input={(reason) => ({ student: who.student, reason, step: id })}
                onDone={refetch}
              />
            )
          }
        />
      ))}
    </Card>
  )
}
