import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { financeTexts } from './finance.ts'
import { officeTexts } from './office.ts'
import { studentsTexts } from './students.ts'
import type { Language, LocalizedText } from './translate.ts'

/** The payments that finance records because they did not come through the gateway. */
export const outsidePaymentTexts = {
  title: { zh: '其他渠道缴费', en: 'Payments from outside' },
  about: {
    zh: '登记经银行、收费窗口、财务平台等渠道缴纳的费用，与在线缴费记入同一账册。登记后不可修改，只能冲销；一个凭证号只入账一次，冲销后也不能再用。批量登记请用“数据导入”中的“其他渠道缴费”。',
    en: 'Payments by bank, at the cash desk, on the finance platform and the like, in the same books as online payments. An entry cannot be changed, only taken back. A reference counts once, and cannot be used again after it was taken back. Use Imports for a whole file.',
  },
  record: { zh: '登记缴费', en: 'Record a payment' },
  numberNeeded: { zh: '请填写学号或考生号', en: 'Enter the student or exam number' },
  number: { zh: '学生的学号或考生号', en: 'Student or exam number' },
  look: { zh: '查找学生', en: 'Find the student' },
  noStudent: { zh: '没有这个学号或考生号', en: 'There is no such student or exam number' },
  noCharges: {
    zh: (name: string) => `${name}还没有应缴费用，请先在“数据导入”中导入应缴费用`,
    en: (name: string) => `${name} has no charges yet; import them first`,
  },
  another: { zh: '换一名学生', en: 'Another student' },
  owed: studentsTexts.owed,
  purpose: { zh: '用于缴纳', en: 'Pays for' },
  wholeYear: {
    zh: (year: number) => `${year} 学年（先学费，再其他）`,
    en: (year: number) => `The whole year ${year}`,
  },
  amount: { zh: '金额（元）', en: 'Amount (yuan)' },
  amountWrong: {
    zh: '请填写大于 0、不超过 100 万元的金额，最多两位小数',
    en: 'Enter an amount above 0 and up to 1 million yuan, with two decimals at most',
  },
  surplusNote: {
    zh: '金额超过尚欠部分。多出的部分会记为多缴，列入支付异常，由财务处理。',
    en: 'This is more than is owed. The rest is recorded as a surplus and listed under Incidents.',
  },
  paidOn: { zh: '缴费日期', en: 'Paid on' },
  dayNeeded: { zh: '请选择缴费日期', en: 'Choose the day of the payment' },
  way: { zh: '渠道', en: 'Channel' },
  anyWay: { zh: '全部渠道', en: 'All channels' },
  wayNeeded: { zh: '请选择渠道', en: 'Choose the channel' },
  reference: { zh: '缴费凭证号', en: 'Reference' },
  referenceWrong: {
    zh: '请填写凭证号：字母、数字或汉字，可含 - _ . / #，不超过 64 个字符',
    en: 'Enter the reference: letters and digits with - _ . / # between, up to 64 characters',
  },
  note: { zh: '登记说明', en: 'Note' },
  confirm: { zh: '确认登记', en: 'Record' },
  recorded: { zh: '已入账', en: 'Recorded' },
  find: { zh: '凭证号、学号或姓名', en: 'Reference, number or name' },
  from: { zh: '登记日期从', en: 'Recorded from' },
  to: { zh: '至', en: 'to' },
  student: financeTexts.student,
  studentNumber: studentFields.studentNumber,
  name: studentFields.name,
  year: billFields.feeYear,
  sum: billFields.sum,
  surplus: financeTexts.surplus,
  items: { zh: '缴纳项目', en: 'Pays' },
  at: { zh: '入册时间', en: 'Recorded at' },
  by: { zh: '登记人', en: 'Recorded by' },
  source: { zh: '来源', en: 'From' },
  state: financeTexts.state,
  counts: { zh: '有效', en: 'Counts' },
  takenBack: { zh: '已冲销', en: 'Taken back' },
  takenBackAt: { zh: '冲销时间', en: 'Taken back at' },
  takenBackBy: { zh: '冲销人', en: 'Taken back by' },
  reason: officeTexts.reason,
  reasonNeeded: officeTexts.reasonNeeded,
  takeBack: { zh: '冲销', en: 'Take back' },
  takeBackNamed: {
    zh: (reference: string) => `冲销：${reference}`,
    en: (reference: string) => `Take back: ${reference}`,
  },
  takeBackAbout: {
    zh: '将记一笔相反的分录，学生的已缴金额相应减少，并通知学生。',
    en: 'A counter-entry is recorded, the student owes the amount again and gets a notice.',
  },
  none: { zh: '没有登记过这样的缴费', en: 'No such payment was recorded' },
} as const

/** The names of the places where an entry of the books was recorded. */
export const entrySourceName = (source: string, language: Language): string =>
  SOURCES[source.replace(/:.*/, '')]?.[language] ?? source

const SOURCES: Readonly<Record<string, LocalizedText>> = {
  desk: { zh: '窗口登记', en: 'Desk' },
  import: { zh: '文件导入', en: 'File' },
  platform: financeTexts.platform,
  refund: financeTexts.refunds,
  earlier: { zh: '早期数据', en: 'Earlier data' },
}
