import { useQueries } from '@tanstack/react-query'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { PASSING_SCORE } from '#contract/grades'
import { gradesTexts } from '#i18n/grades'
import { termName } from '#i18n/term-name'
import { gradesQuery } from './queries.ts'
import { computeTermStatistics } from './term-statistics.ts'
import styles from './grades.module.css'

const [WIDE, HIGH] = [100, 40]

/**
 * A line chart and a table of the averages of all terms. It reads all terms, so their grades are
 * also cached for offline use.
 */
export function GradeTrend({ number, labels }: { number: string; labels: readonly string[] }) {
  const texts = useTexts(gradesTexts)
  const language = useLanguage()
  const { mark } = useCampusRule('grades', { mark: PASSING_SCORE })
  const terms = useQueries({
    queries: labels.map((label) => gradesQuery(number, label)),
    combine: (results) =>
      results.map(({ data }) =>
        data === undefined ? undefined : computeTermStatistics(data.value.grades).average,
      ),
  })
  const points = labels
    .map((label, at) => ({ label: termName(label, language), average: terms[at] }))
    .filter((point): point is { label: string; average: number } => point.average !== undefined)
    .reverse()
  if (points.length < 2) return null
  const lowest = Math.min(mark, ...points.map(({ average }) => average)) - 2
  const highest = Math.max(...points.map(({ average }) => average)) + 2
  const x = (at: number) => 4 + (at / (points.length - 1)) * (WIDE - 8)
  const y = (average: number) => HIGH - ((average - lowest) / (highest - lowest)) * HIGH
  const said = texts.trendText(points.map(({ label, average }) => `${label} ${average}`).join('; '))
  return (
    <Card title={texts.trend}>
      <svg
        className={styles['trend']}
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label={said}
        preserveAspectRatio="none"
      >
        <line x1={0} x2={WIDE} y1={y(mark)} y2={y(mark)} className={styles['mark']} />
        <polyline
          points={points.map(({ average }, at) => `${x(at)},${y(average)}`).join(' ')}
          className={styles['line']}
        />
      </svg>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.term}</th>
            <th scope="col">{texts.score}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, average }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{average}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
