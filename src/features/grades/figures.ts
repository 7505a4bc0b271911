import { type Grade, isPoints, standingOf } from '#contract/grades'

/**
 * What a term comes to: courses, how many are passed, and the plain average of those with points,
 * one decimal.
 */
export interface TermFigures {
  readonly all: number
  readonly passed: number
  readonly average?: number
  /** The words that the average leaves out, each once. */
  readonly unscored: readonly string[]
}

/** The figures of a term's grades. Words such as 优 have no points and stay out of the average. */
export function figuresOf(grades: readonly Grade[]): TermFigures {
  const scores = grades.map(({ score }) => score.trim()).filter((score) => score !== '')
  const points = scores.filter(isPoints)
  const sum = points.reduce((total, score) => total + Number(score), 0)
  return {
    all: grades.length,
    passed: grades.filter((grade) => standingOf(grade) === 'passed').length,
    unscored: [...new Set(scores.filter((score) => !isPoints(score)))],
    ...(points.length > 0 && { average: Math.round((sum / points.length) * 10) / 10 }),
  }
}
