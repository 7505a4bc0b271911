import { arrivalWords } from './arrivals.ts'
import { dormWords } from './dorm.ts'
import { studentFields } from './fields/student.ts'
import { outboxWords } from './outbox.ts'

/** Tables that the office takes out: their names, their headings, and what stands in their cells. */
export const exportWords = {
  title: { zh: '数据导出', en: 'Exports' },
  about: {
    zh: '导出的表格含有学生的个人信息，请妥善保管。每一次导出都会记入操作日志。',
    en: 'These tables hold personal data; keep them safe. Every export stands in the log.',
  },
  table: { zh: '数据表', en: 'Table' },
  take: outboxWords.export,
  xlsx: { zh: 'Excel 表格', en: 'Excel' },
  csv: { zh: 'CSV', en: 'CSV' },
  exportAs: {
    zh: (what: string, format: string) => `导出${what}：${format}`,
    en: (what: string, format: string) => `Export ${what}: ${format}`,
  },
  saved: {
    zh: (name: string) => `已导出：${name}`,
    en: (name: string) => `Exported: ${name}`,
  },
  arrivals: { zh: '已报到学生', en: 'Arrivals' },
  notArrived: { zh: '未报到学生', en: 'Not arrived' },
  number: studentFields.studentNumber,
  examNumber: studentFields.examNumber,
  name: studentFields.name,
  gender: studentFields.gender,
  male: studentFields.male,
  female: studentFields.female,
  department: studentFields.department,
  major: studentFields.major,
  className: studentFields.className,
  phone: studentFields.contactPhone,
  building: arrivalWords.building,
  room: arrivalWords.room,
  bed: dormWords.bed,
  arrivedAt: arrivalWords.arrivedAt,
  confirmedBy: arrivalWords.confirmedBy,
  verified: { zh: '报到码核验', en: 'Verified by code' },
  checkedInAt: { zh: '资格审核时间', en: 'Admission checked at' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
} as const
