import { arrivalTexts } from './arrivals.ts'
import { dormTexts } from './dorm.ts'
import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { financeTexts } from './finance.ts'
import { livingSuppliesTexts } from './living-supplies.ts'
import { onboardingProgressTexts } from './onboarding-progress.ts'
import { outboxTexts } from './outbox.ts'
import { personalDetailsTexts } from './personal-details.ts'
import { samplePageTexts } from './sample-pages.ts'
import { supportTexts } from './support.ts'
import { travelTexts } from './travel.ts'
import { uniformTexts } from './uniform.ts'

/** The tables that the office can export: their names, headings, and cell values. */
export const exportTexts = {
  title: { zh: '数据导出', en: 'Exports' },
  about: {
    zh: '导出的表格含有学生的个人信息，请妥善保管。每一次导出都会记入操作日志。',
    en: 'These tables hold personal data; keep them safe. Every export stands in the log.',
  },
  table: { zh: '数据表', en: 'Table' },
  take: outboxTexts.export,
  xlsx: { zh: 'Excel 表格', en: 'Excel' },
  csv: { zh: 'CSV', en: 'CSV' },
  exportOf: { zh: (what: string) => `导出${what}`, en: (what: string) => `Export ${what}` },
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
  unfinished: { zh: '未完成步骤的学生', en: 'Steps not finished' },
  step: onboardingProgressTexts.step,
  family: { zh: '家庭信息表', en: 'Families' },
  details: { zh: '个人详细信息表', en: 'Personal details, table' },
  travel: { zh: '到校信息表', en: 'Ways to school' },
  uniform: { zh: '服装尺码明细', en: 'Uniforms by student' },
  uniformSums: { zh: '服装尺码汇总', en: 'Uniforms to order' },
  living: { zh: '生活用品明细', en: 'Living supplies by student' },
  livingSums: { zh: '生活用品汇总', en: 'Living supplies to order' },
  fees: { zh: '应缴与已缴', en: 'Fees by student' },
  payments: { zh: '缴费流水', en: 'Payments received' },
  applications: { zh: '绿色通道申请表', en: 'Green channel applications' },
  complaints: { zh: '投诉建议及答复', en: 'Complaints and answers' },
  savedAt: { zh: '最近提交时间', en: 'Last submitted' },
  wechat: personalDetailsTexts.wechat,
  email: studentFields.email,
  startCity: travelTexts.startCity,
  startDate: travelTexts.startDate,
  arrivalDate: travelTexts.arrivalDate,
  arrivalTime: travelTexts.arrivalTime,
  mode: travelTexts.mode,
  companions: travelTexts.companions,
  remark: travelTexts.remark,
  colour: uniformTexts.colour,
  garments: { zh: '服装与尺码', en: 'Garments and sizes' },
  garment: { zh: '服装', en: 'Garment' },
  size: { zh: '尺码规格', en: 'Size ordered' },
  amount: samplePageTexts.quantity,
  unitPrice: samplePageTexts.unitPrice,
  packages: livingSuppliesTexts.packages,
  price: billFields.sum,
  transaction: financeTexts.transaction,
  order: financeTexts.order,
  way: financeTexts.channel,
  surplus: { zh: '多缴金额', en: 'Surplus' },
  entryKind: { zh: '分录', en: 'Entry' },
  paymentEntry: { zh: '缴费分录', en: 'Payment' },
  offsetEntry: billFields.offset,
  counterEntry: { zh: '冲销分录', en: 'Counter-entry' },
  reverses: { zh: '被冲销的流水号', en: 'Undoes' },
  creditedAt: financeTexts.paidAt,
  granted: { zh: '批准金额', en: 'Granted' },
  withdrawnAt: { zh: '退学时间', en: 'Withdrawn at' },
  moneyYear: {
    zh: '缴费年度（仅缴费表，留空为全部）',
    en: 'Fee year of the tables of money (empty: every year)',
  },
  decidedBy: { zh: '决定人', en: 'Decided by' },
  decidedAt: { zh: '决定时间', en: 'Decided at' },
  anyNumber: { zh: '学号或工号', en: 'Student or work number' },
  answer: supportTexts.answer,
  answeredAt: { zh: '答复时间', en: 'Answered at' },
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
  building: arrivalTexts.building,
  room: arrivalTexts.room,
  bed: dormTexts.bed,
  arrivedAt: arrivalTexts.arrivedAt,
  confirmedBy: arrivalTexts.confirmedBy,
  deliveredBy: { zh: '送达人', en: 'Brought by' },
  verified: { zh: '报到码核验', en: 'Verified by code' },
  checkedInAt: { zh: '资格审核时间', en: 'Admission checked at' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
} as const
