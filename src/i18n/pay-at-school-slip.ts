import { billFields } from './fields/bill.ts'
import { idNumberLabel } from './fields/id-number.ts'
import { studentFields } from './fields/student.ts'

/** The slip for paying at school (FEE rows). */
export const payAtSchoolSlipTexts = {
  yearNamed: billFields.academicYear,
  lodging: billFields.lodging,
  item: billFields.item,
  sum: billFields.sum,
  slip: { zh: '到校缴费单', en: 'Pay-at-school slip' },
  student: studentFields.student,
  name: studentFields.name,
  number: studentFields.studentNumber,
  examNumber: studentFields.examNumber,
  gender: studentFields.gender,
  male: studentFields.male,
  female: studentFields.female,
  idCard: studentFields.idCard,
  idNumber: idNumberLabel,
  grade: { zh: '年级', en: 'Grade' },
  department: studentFields.department,
  major: studentFields.major,
  alreadyPaid: billFields.lessPaid,
  alreadyOffset: billFields.lessOffset,
  total: billFields.total,
  print: billFields.print,
  studentSigns: billFields.studentSigns,
  officeSigns: billFields.officeSigns,
  date: billFields.date,
} as const
