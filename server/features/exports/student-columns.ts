import { exportWords } from '#words/exports'
import type { Language } from '#words/say'
import { chinaMinute } from '../../platform/clock.ts'
import type { Column } from '../../platform/sheets/sheet.ts'

/** What every table of students says of each. */
export interface StudentCells {
  readonly number: string | null
  readonly exam_number: string | null
  readonly name: string
  readonly gender: string
  readonly department: string
  readonly major: string
  readonly class_name: string
}

/** What tells the rows apart where each student has one. */
export const STUDENT_KEY = 'student.code as key'

/** The columns of `student` that such a table reads beside it. */
export const STUDENT_CELLS = [
  'student.number',
  'student.exam_number',
  'student.name',
  'student.gender',
  'student.department',
  'student.major',
  'student.class_name',
] as const

/** The columns that say who it is. */
export const studentColumns: readonly Column<StudentCells>[] = [
  { title: exportWords.number, cell: ({ number }) => number },
  { title: exportWords.examNumber, cell: ({ exam_number }) => exam_number },
  { title: exportWords.name, cell: ({ name }) => name },
  { title: exportWords.gender, cell: ({ gender }, language) => genderIn(gender, language) },
  { title: exportWords.department, cell: ({ department }) => department },
  { title: exportWords.major, cell: ({ major }) => major },
  { title: exportWords.className, cell: ({ class_name }) => class_name },
]

/** A moment as a cell says it, in China's time. */
export const minute = (at: Date | null): string | null => (at === null ? null : chinaMinute(at))

/** Yes or no in words. */
export const yesNo = (is: boolean, language: Language): string =>
  (is ? exportWords.yes : exportWords.no)[language]

const genderIn = (gender: string, language: Language) =>
  gender === '1'
    ? exportWords.male[language]
    : gender === '2'
      ? exportWords.female[language]
      : gender
