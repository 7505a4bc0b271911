import { gradesTexts } from '#i18n/grades'
import { termName } from '#i18n/term-name'
import type { Language } from '#i18n/translate'
import type { GradeRow } from '../../platform/database/schema/schema.ts'
import { encodeCsvRows } from '../../platform/sheets/csv.ts'

/**
 * Encodes grades as CSV (D-85). Formulas are escaped, because many people enter the names of
 * courses.
 */
export function formatGradesCsv(
  rows: readonly GradeRow[],
  language: Language,
  named: (text: string) => string,
): Uint8Array<ArrayBuffer> {
  const head = [gradesTexts.term, gradesTexts.course, gradesTexts.score, gradesTexts.credit].map(
    (word) => word[language],
  )
  const cells = rows.map(({ term, course, score, credit }) => [
    termName(term, language),
    named(course),
    score,
    credit,
  ])
  return encodeCsvRows([head, ...cells], { begins: true })
}
