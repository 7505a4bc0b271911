import { useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import type { EvaluationCourse } from '#contract/evaluation'
import { evaluationTexts } from '#i18n/evaluation'

/**
 * A course in one of four states: of this term or of another, evaluated or not (EVA-07 to EVA-10).
 * Outside the evaluation period the courses of this term are shown like those of another term.
 */
export function EvaluatedCourseRow({
  course: { id, course, className, teacher, score, done, current },
  isOpen,
}: {
  course: EvaluationCourse
  isOpen: boolean
}) {
  const texts = useTexts(evaluationTexts)
  const named = useTranslateName()
  const known = done && current && isOpen ? ` · ${texts.points(score)}` : ''
  const about = {
    label: course || className,
    description: texts.about(named(teacher), named(className)) + known,
  }
  if (current && isOpen)
    return (
      <RowLink
        {...about}
        to="/gotoevaluation/$id"
        params={{ id }}
        trailing={<Pill tone={done ? 'done' : 'brand'}>{done ? texts.again : texts.go}</Pill>}
      />
    )
  if (done)
    return (
      <RowLink
        {...about}
        to="/evaluationdetail"
        search={{ id }}
        trailing={<Pill tone="done">{score === '' ? texts.evaluated : texts.points(score)}</Pill>}
      />
    )
  return <Row {...about} trailing={<Pill tone="mute">{texts.notYet}</Pill>} />
}
