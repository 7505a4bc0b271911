import { studentFields } from './fields/student.ts'
import { homeWords } from './home.ts'

/** The arrival day: how many of whom have arrived. */
export const arrivalWords = {
  everywhere: homeWords.all,
  cohort: { zh: '学生范围', en: 'Students' },
  newStudents: { zh: '今年新生', en: 'New this year' },
  allStudents: { zh: '全部住校生', en: 'All with a bed' },
  department: studentFields.department,
  building: { zh: '楼栋', en: 'Building' },
} as const
