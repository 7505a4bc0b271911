import { studentFields } from './fields/student.ts'
import { formTitles } from './form-titles.ts'

/** The outbox's view of a scan (SCN rows; D-12). Separate, because every phone loads it. */
export const checkinTexts = {
  title: formTitles.scan,
  student: { zh: '学生', en: 'Student' },
  number: studentFields.studentNumber,
  key: { zh: '钥匙已交', en: 'Key given' },
  /** Only the university can read whose scan it is. */
  sealed: { zh: '已加密保存的登记', en: 'A check-in, kept encrypted' },
  offList: { zh: '名单外的学生', en: 'A student not on the list' },
} as const
