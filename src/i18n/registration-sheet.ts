import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'

/** The report sheet (RPT rows). */
export const registrationSheetTexts = {
  title: { zh: '报到单', en: 'Report sheet' },
  year: billFields.feeYear,
  yearNamed: billFields.academicYear,
  name: studentFields.name,
  number: studentFields.studentNumber,
  examNumber: studentFields.examNumber,
  department: studentFields.department,
  className: studentFields.className,
  email: studentFields.email,
  phone: studentFields.contactPhone,
  none: { zh: '未填写', en: 'Not given' },
  fees: billFields.fees,
  item: billFields.item,
  amount: billFields.sum,
  total: billFields.total,
  paid: billFields.paid,
  offset: billFields.offset,
  owed: billFields.owed,
  settled: billFields.settled,
  room: { zh: '宿舍床位', en: 'Room and bed' },
  noRoom: { zh: '尚未分配', en: 'Not assigned yet' },
  code: { zh: '报到识别码', en: 'Code for the arrival' },
  codeText: {
    zh: '报到时供工作人员扫码查找，仍需出示身份证件。',
    en: 'Staff scan it to find you when you arrive. Bring your identity document as well.',
  },
  noFees: billFields.noFees,
  print: billFields.print,
  studentSigns: billFields.studentSigns,
  officeSigns: billFields.officeSigns,
  date: billFields.date,
  failed: { zh: '报到单加载失败', en: 'The report sheet could not be loaded' },
  ownFailed: studentFields.ownFailed,
} as const
