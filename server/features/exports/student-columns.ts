import { exportTexts } from '#i18n/exports'
import type { Language } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'

/** The student's values that every export of students contains. */
export interface StudentCells {
  readonly number: string | null
  readonly exam_number: string | null
  readonly name: string
  readonly gender: string
  readonly department: string
  readonly major: string
  readonly class_name: string
}

/** The columns of the table `student` for `studentColumns`. */
export const STUDENT_CELL_COLUMNS = [
  'student.number',
  'student.exam_number',
  'student.name',
  'student.gender',
  'student.department',
  'student.major',
  'student.class_name',
] as const

/** The same columns, and the row key of exports with one row per student. */
export const KEYED_STUDENT_COLUMNS = ['student.code as key', ...STUDENT_CELL_COLUMNS] as const

/** The columns that identify the student. */
export const studentColumns: readonly SheetColumn<StudentCells>[] = [
  { title: exportTexts.number, cell: ({ number }) => number },
  { title: exportTexts.examNumber, cell: ({ exam_number }) => exam_number },
  { title: exportTexts.name, cell: ({ name }) => name },
  { title: exportTexts.gender, cell: ({ gender }, language) => formatGender(gender, language) },
  { title: exportTexts.department, cell: ({ department }) => department },
  { title: exportTexts.major, cell: ({ major }) => major },
  { title: exportTexts.className, cell: ({ class_name }) => class_name },
]

/** A timestamp as the text of a cell, in China's time. */
export const formatMinuteOrNull = (at: Date | null): string | null =>
  at === null ? null : toChinaMinute(at)

/** The columns of the key of a room that was handed over at the arrival. */
export const givenKeyColumns: readonly SheetColumn<{
  key_given_at: Date | null
  key_by: string | null
}>[] = [
  { title: exportTexts.keyAt, cell: ({ key_given_at }) => formatMinuteOrNull(key_given_at) },
  { title: exportTexts.keyBy, cell: ({ key_by }) => key_by },
]

/** Yes or no as text. */
export const formatYesNo = (is: boolean, language: Language): string =>
  (is ? exportTexts.yes : exportTexts.no)[language]

/** A gender as text. */
export const formatGender = (gender: string, language: Language) =>
  gender === '1'
    ? exportTexts.male[language]
    : gender === '2'
      ? exportTexts.female[language]
      : gender
