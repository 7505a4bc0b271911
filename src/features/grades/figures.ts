import { type Grade, isFailing } from '#contract/grades'

/**
 * What a term comes to: courses, how many are passed, and the plain average of those with points,
 * one decimal.
 */
export interface TermFigures {
  readonly all: number
  readonly passed: number
  readonly average?: number
}

/** The figures of a term's grades. Words such as 优 count as passed and not into the average. */
export function figuresOf(grades: readonly Grade[]): TermFigures {
  const points = grades
    .map(({ score }) => score.trim())
    .filter((score) => score !== '' && Number.isFinite(Number(score)))
  const sum = points.reduce((total, score) => total + Number(score), 0)
  return {
    all: grades.length,
    passed: grades.filter(({ score }) => !isFailing(score)).length,
    ...(points.length > 0 && { average: Math.round((sum / points.length) * 10) / 10 }),
  }
}
