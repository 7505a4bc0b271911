import { GraduationCap } from 'lucide'
import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { type Grade, standingOf } from '#contract/grades'
import { gradesTexts } from '#i18n/grades'
import { figuresOf } from './figures.ts'
import styles from './grades.module.css'

/**
 * The courses of a term with their scores; what is failed says so in a word too (GRD-02, GRD-03).
 */
export function TermGrades({ grades }: { grades: readonly Grade[] }) {
  const texts = useTexts(gradesTexts)
  const named = useNamed()
  if (grades.length === 0) return <Empty icon={<Icon of={GraduationCap} />} title={texts.none} />
  const { passed, all, average, unscored } = figuresOf(grades)
  return (
    <Card
      title={[texts.passed(passed, all), average !== undefined && texts.average(String(average))]
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
        <Quiet>{texts.unscored(unscored.map(named))}</Quiet>
      )}
    </Card>
  )
}

function Course({ grade }: { grade: Grade }) {
  const texts = useTexts(gradesTexts)
  const named = useNamed()
  const { course, score, credit } = grade
  const label = {
    passed: undefined,
    none: undefined,
    failed: texts.failing,
    'not-passed': texts.notPassed,
  }[standingOf(grade)]
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
