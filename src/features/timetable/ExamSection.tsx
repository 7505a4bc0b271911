import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentExam } from '#contract/exam-record'
import type { Timetable } from '#contract/timetable'
import { examKindName, examTexts } from '#i18n/exams'
import { findExamConflicts, splitExams } from './exams.ts'
import styles from './timetable.module.css'

/**
 * The student's examinations and make-up classes, those ahead first. What is at the same time is named.
 */
export function ExamSection({ timetable }: { timetable: Timetable }) {
  const texts = useTexts(examTexts)
  const { past, ahead } = splitExams(timetable, serverNow())
  return (
    <Card flush title={texts.title}>
      {ahead.length === 0 && <Row label={texts.none} />}
      {ahead.map((exam) => (
        <ExamRow key={keyOf(exam)} exam={exam} conflicts={findExamConflicts(timetable, exam)} />
      ))}
      {past.length > 0 && (
        <details className={styles['past']}>
          <summary>{texts.past(past.length)}</summary>
          {past.map((exam) => (
            <ExamRow key={keyOf(exam)} exam={exam} conflicts={[]} />
          ))}
        </details>
      )}
    </Card>
  )
}

const keyOf = ({ kind, course, day, starts }: StudentExam) => [kind, course, day, starts].join(' ')

function ExamRow({ exam, conflicts }: { exam: StudentExam; conflicts: readonly string[] }) {
  const texts = useTexts(examTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const { kind, course, day, starts, ends, room, seat, teacher, note } = exam
  const place = [named(room), seat && texts.seat(seat), teacher && named(teacher), note]
  return (
    <Row
      label={examKindName(kind, language)}
      value={named(course)}
      description={
        <>
          <span className={styles['line']}>
            {texts.when(formatLongDay(day, language), starts, ends)}
          </span>
          <span className={styles['line']}>{place.filter((one) => one).join(' · ')}</span>
          {conflicts.length > 0 && (
            <Pill tone="wait">{texts.conflict(conflicts.map(named).join('、'))}</Pill>
          )}
        </>
      }
    />
  )
}
