import { studentFields } from './fields/student.ts'

/** How the outbox speaks of a scan (SCN rows; D-12): every phone keeps these. */
export const checkinTexts = {
  title: { zh: '扫码登记', en: 'Scan to check in' },
  student: { zh: '学生', en: 'Student' },
  number: studentFields.studentNumber,
  /** Whom it is of only the university can read. */
  sealed: { zh: '已加密保存的登记', en: 'A check-in, kept encrypted' },
  offList: { zh: '名单外的学生', en: 'A student not on the list' },
} as const
