import { stringify } from 'csv-stringify/sync'
import { gradesWords } from '#words/grades'
import type { Language } from '#words/say'
import { termName } from '#words/terms'
import type { GradeRow } from '../../platform/database/schema.ts'

/**
 * Grades for spreadsheet programs, with a byte-order mark (D-85). A cell that such a program would
 * run as a formula is led by an apostrophe: the names of courses come from many hands.
 */
export function gradesCsv(
  rows: readonly GradeRow[],
  language: Language,
  named: (text: string) => string,
): Uint8Array<ArrayBuffer> {
  const head = [gradesWords.term, gradesWords.course, gradesWords.score, gradesWords.credit].map(
    (word) => word[language],
  )
  const cells = rows.map(({ term, course, score, credit }) => [
    termName(term, language),
    named(course),
    score,
    credit,
  ])
  const text = stringify([head, ...cells], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return new TextEncoder().encode(text)
}
