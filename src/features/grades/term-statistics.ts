import { type Grade, isNumericScore, toGradeStatus } from '#contract/grades'

/**
 * What a term comes to: courses, how many are passed, and the plain average of those with points,
 * one decimal.
 */
export interface TermStatistics {
  readonly courseCount: number
  readonly passedCount: number
  readonly average?: number
  /** The words that the average leaves out, each once. */
  readonly unscored: readonly string[]
}

/** The figures of a term's grades. Words such as 优 have no points and stay out of the average. */
export function computeTermStatistics(grades: readonly Grade[]): TermStatistics {
  const scores = grades.map(({ score }) => score.trim()).filter((score) => score !== '')
  const points = scores.filter(isNumericScore)
  const sum = points.reduce((total, score) => total + Number(score), 0)
  return {
    courseCount: grades.length,
    passedCount: grades.filter((grade) => toGradeStatus(grade) === 'passed').length,
    unscored: [...new Set(scores.filter((score) => !isNumericScore(score)))],
    ...(points.length > 0 && { average: Math.round((sum / points.length) * 10) / 10 }),
  }
}
