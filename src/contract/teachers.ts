/** Divides the names of several teachers. */
export const TEACHER_SEPARATOR = '、'
/** The names of a lesson's teachers. */
export const splitTeachers = (teachers: string): string[] => teachers.split(TEACHER_SEPARATOR)
