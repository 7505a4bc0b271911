import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Evaluation } from '#contract/evaluation'
import { evaluationTexts } from '#i18n/evaluation'

/** The evaluated course, class and teacher. */
export function EvaluationSubject({
  courseEvaluation: { course, className, teacher },
}: {
  courseEvaluation: Evaluation
}) {
  const texts = useTexts(evaluationTexts)
  return (
    <Card flush>
      {course !== undefined && course !== '' && <Row label={texts.course} value={course} />}
      <Row label={texts.className} value={className} />
      <Row label={texts.teacher} value={teacher} />
    </Card>
  )
}
