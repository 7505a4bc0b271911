import { sql } from 'kysely'

/** The columns of the table `student` that identify a student in a list of the office. */
export const STUDENT_LINE = [
  'student.code as student',
  sql<string>`coalesce(student.number, student.exam_number, '')`.as('number'),
  'student.name',
  'student.department',
  'student.class_name as className',
] as const
