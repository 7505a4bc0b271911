import { feeReliefTexts } from './fee-relief.ts'
import { billFields } from './fields/bill.ts'
import { financeTexts } from './finance.ts'
import { greenChannelReviewTexts } from './green-channel-review.ts'
import { greenChannelTexts } from './green-channel.ts'
import { homeTexts } from './home.ts'
import { outsidePaymentTexts } from './outside-payments.ts'

/** The offsets of approved applications and scholarships by finance. */
export const offsetTexts = {
  title: financeTexts.offsets,
  about: {
    zh: '审核通过的贷款、缓缴、减免和奖学金，冲抵前不减少学生的应缴金额。冲抵后审核人员不能再改，学生会收到通知；撤销时记一笔相反的分录。银行的放款文件请用“数据导入”中的“贷款冲抵”。',
    en: 'An approved loan, deferral, reduction or scholarship does not lower what is owed until it is offset. An offset is final for reviewers and told to the student; undoing it adds a counter-entry. Use Imports for the bank’s file.',
  },
  find: { zh: '学号、姓名或贷款合同号', en: 'Number, name or contract number' },
  way: { zh: '类型', en: 'Kind' },
  anyWay: { zh: '全部类型', en: 'All kinds' },
  state: outsidePaymentTexts.state,
  open: feeReliefTexts.isNotOffset,
  done: feeReliefTexts.isOffset,
  all: homeTexts.all,
  loan: { zh: '贷款', en: 'Loan' },
  reduction: greenChannelTexts.household,
  deferral: { zh: '缓缴', en: 'Deferral' },
  scholarship: feeReliefTexts.scholarship,
  approved: { zh: '已批准金额', en: 'Approved' },
  amount: { zh: '冲抵金额', en: 'Offset' },
  contract: { zh: '贷款合同号', en: 'Contract number' },
  receipt: greenChannelTexts.receipt,
  at: { zh: '冲抵时间', en: 'Offset at' },
  by: { zh: '经办人', en: 'By' },
  selection: { zh: '选中', en: 'Selected' },
  choose: greenChannelReviewTexts.choose,
  record: billFields.offset,
  recordNamed: { zh: (name: string) => `冲抵：${name}`, en: (name: string) => `Offset: ${name}` },
  recordSeveral: {
    zh: (count: number, yuan: string) => `冲抵所选 ${count} 笔，共 ${yuan}`,
    en: (count: number, yuan: string) => `Offset the ${count} selected, ${yuan}`,
  },
  recordAbout: {
    zh: '金额将从学生当年的应缴费用中冲抵，先学费，再住宿费和其他费用，并通知学生。',
    en: 'The amount is deducted from the fees of that year, tuition first. The student gets a notice.',
  },
  amountField: { zh: '冲抵金额（元）', en: 'Amount (yuan)' },
  paidOn: { zh: '到账日期', en: 'Money came on' },
  dayNeeded: { zh: '请选择到账日期', en: 'Choose the day on which the money came' },
  note: outsidePaymentTexts.note,
  recorded: feeReliefTexts.isOffset,
  undo: { zh: '撤销冲抵', en: 'Undo' },
  undoNamed: { zh: (name: string) => `撤销冲抵：${name}`, en: (name: string) => `Undo: ${name}` },
  undoAbout: {
    zh: '将记一笔相反的分录，学生的应缴金额相应恢复，并通知学生。',
    en: 'A counter-entry is recorded, the student owes the amount again and gets a notice.',
  },
  undone: { zh: '已撤销', en: 'Undone' },
  reason: outsidePaymentTexts.reason,
  reasonNeeded: outsidePaymentTexts.reasonNeeded,
  none: { zh: '没有这样的申请或奖学金', en: 'There are no such applications or scholarships' },
} as const
