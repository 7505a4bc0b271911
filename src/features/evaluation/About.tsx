import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { Evaluation } from '#contract/evaluation'
import { evaluationWords } from '#words/evaluation'

/** What is evaluated: course, class and teacher. */
export function About({ found: { course, className, teacher } }: { found: Evaluation }) {
  const words = useWords(evaluationWords)
  return (
    <Card flush>
      {course !== undefined && course !== '' && <Row label={words.course} value={course} />}
      <Row label={words.className} value={className} />
      <Row label={words.teacher} value={teacher} />
    </Card>
  )
}
