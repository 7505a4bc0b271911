import { GraduationCap } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { type Grade, toGradeStatus } from '#contract/grades'
import { gradesTexts } from '#i18n/grades'
import { computeTermStatistics } from './term-statistics.ts'
import styles from './grades.module.css'

/**
 * The courses of a term with their scores. A failed course is marked by text, not only by colour
 * (GRD-02, GRD-03).
 */
export function TermGrades({ grades }: { grades: readonly Grade[] }) {
  const texts = useTexts(gradesTexts)
  const named = useTranslateName()
  if (grades.length === 0)
    return <EmptyState icon={<Icon of={GraduationCap} />} title={texts.none} />
  const { passedCount, courseCount, average, unscored } = computeTermStatistics(grades)
  return (
    <Card
      title={[
        texts.passed(passedCount, courseCount),
        average !== undefined && texts.average(String(average)),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.course}</th>
            <th scope="col">{texts.score}</th>
          </tr>
        </thead>
        <tbody>
          {grades.map((grade, at) => (
            <Course key={`${at} ${grade.course}`} grade={grade} />
          ))}
        </tbody>
      </table>
      {average !== undefined && unscored.length > 0 && (
        <MutedText>{texts.unscored(unscored.map(named))}</MutedText>
      )}
    </Card>
  )
}

function Course({ grade }: { grade: Grade }) {
  const texts = useTexts(gradesTexts)
  const named = useTranslateName()
  const { course, score, credit } = grade
  const label = {
    passed: undefined,
    none: undefined,
    failed: texts.failing,
    'not-passed': texts.notPassed,
  }[toGradeStatus(grade)]
  return (
    <tr className={label === undefined ? undefined : styles['failing']}>
      <th scope="row">
        {named(course)}
        {credit !== undefined && credit !== '' && (
          <small>
            {texts.credit} {credit}
          </small>
        )}
      </th>
      <td>
        {label !== undefined && <Pill tone="need">{label}</Pill>} <span>{named(score)}</span>
      </td>
    </tr>
  )
}
