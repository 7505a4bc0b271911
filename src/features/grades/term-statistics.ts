import { type Grade, isNumericScore, toGradeStatus } from '#contract/grades'

/**
 * The statistics of a term: the number of courses, the number passed, and the unweighted average of
 * the numeric scores, one decimal.
 */
export interface TermStatistics {
  readonly courseCount: number
  readonly passedCount: number
  readonly average?: number
  /** The scores that are not part of the average, each once. */
  readonly unscored: readonly string[]
}

/**
 * Computes the statistics of a term. Scores such as 优 are not numeric and are left out of the
 * average.
 */
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
