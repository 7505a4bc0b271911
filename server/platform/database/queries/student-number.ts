interface NumberedStudent {
  readonly student_number: string | null
  readonly exam_number: string | null
}

/** The student number of a row, or the exam number of a student without one; '' if there is none. */
export const studentNumberOf = ({ student_number, exam_number }: NumberedStudent): string =>
  student_number ?? exam_number ?? ''

/** Code, number and name of the student of a row, as the lists of the office name them. */
export const studentOf = (
  row: NumberedStudent & { readonly student_code: string; readonly name: string },
) => ({ student: row.student_code, studentNumber: studentNumberOf(row), name: row.name })
