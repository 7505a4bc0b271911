import { feeRefundTexts } from './fee-refunds.ts'
import { billFields } from './fields/bill.ts'
import { financeTexts } from './finance.ts'
import { homeTexts } from './home.ts'
import { outsidePaymentTexts } from './outside-payments.ts'

/** The refunds in the finance section of the office. */
export const refundTexts = {
  title: financeTexts.refunds,
  about: {
    zh: '退款由一人申请、另一人批准。微信支付的退款由支付机构原路退回，“处理中”不等于已退款，到账后系统自动入账；其他渠道缴纳的，付款后登记渠道和凭证号。退款金额不超过该笔缴费尚未退回的部分。',
    en: 'One person requests a refund, another approves it. The payment service returns its own payments; being processed does not mean refunded, and the refund is booked when it is done. For other payments, record channel and reference when you have paid. A refund is at most what is left of its payment.',
  },
  request: { zh: '申请退款', en: 'Request a refund' },
  requestOf: {
    zh: (name: string) => `申请退款：${name}`,
    en: (name: string) => `Request a refund: ${name}`,
  },
  requested: { zh: '已提交，等待另一人批准', en: 'Requested; another person has to approve it' },
  noPayments: { zh: '该学生没有可退的缴费', en: 'The student has no payment to refund' },
  payment: { zh: '退哪一笔缴费', en: 'Payment' },
  paymentLabel: {
    zh: (day: string, way: string, amount: string, left: string) =>
      `${day} ${way} ${amount}，可退 ${left}`,
    en: (day: string, way: string, amount: string, left: string) =>
      `${day} ${way} ${amount}, ${left} left`,
  },
  excessOf: {
    zh: (year: number, amount: string) => `${year} 学年多缴 ${amount}`,
    en: (year: number, amount: string) => `${year}: ${amount} too much`,
  },
  amount: { zh: '退款金额（元）', en: 'Amount (yuan)' },
  amountWrong: {
    zh: '请填写大于 0、不超过可退金额的数，最多两位小数',
    en: 'Enter an amount above 0 and up to what is left, with two decimals at most',
  },
  owesNote: {
    zh: '退款金额超过多缴部分，超过的部分学生将重新欠缴。',
    en: 'This is more than was paid too much; the student will owe the rest again.',
  },
  way: { zh: '退款方式', en: 'How' },
  wayNeeded: { zh: '请选择退款方式', en: 'Choose how it is returned' },
  gateway: { zh: '原路退回', en: 'By the payment service' },
  elsewhere: { zh: '其他渠道退回', en: 'Paid back elsewhere' },
  'carry-over': { zh: '转入其他学年', en: 'To another year’s fees' },
  toYear: { zh: '转入学年', en: 'To the year' },
  toYearLabel: {
    zh: (year: number, owed: string) => `${year} 学年，尚欠 ${owed}`,
    en: (year: number, owed: string) => `${year}, ${owed} owed`,
  },
  noYear: {
    zh: '其他学年没有尚欠的费用，请先导入该学年的费用',
    en: 'Nothing is owed for another year; import its charges first',
  },
  reason: { zh: '退款原因', en: 'Reason' },
  reasonShown: {
    zh: '原因会显示在付款人的退款消息中，请勿填写内部信息。',
    en: 'The payer sees the reason in the message about the refund, so leave out what is internal.',
  },
  reasonNeeded: { zh: '请填写退款原因', en: 'Say why' },
  find: { zh: '学号、姓名、退款单号或流水号', en: 'Number, name, refund or transaction' },
  state: financeTexts.state,
  anyState: homeTexts.all,
  from: { zh: '申请日期从', en: 'Requested from' },
  to: outsidePaymentTexts.to,
  number: { zh: '退款单号', en: 'Refund number' },
  refundAmount: { zh: '退款金额', en: 'Refund' },
  paidPayment: { zh: '原缴费', en: 'Payment' },
  asked: { zh: '申请人与原因', en: 'Requested' },
  requestedBy: { zh: '申请人', en: 'Requested by' },
  requestedAt: { zh: '退款申请时间', en: 'Requested at' },
  decidedBy: { zh: '批准人', en: 'Decided by' },
  decidedAt: { zh: '批准时间', en: 'Decided at' },
  decisionNote: { zh: '批准意见', en: 'Remark' },
  problem: { zh: '支付机构返回', en: 'Payment service says' },
  paidReference: { zh: '退款凭证', en: 'Reference of the refund' },
  doneAt: { zh: '退款完成时间', en: 'Refunded at' },
  approve: { zh: '批准', en: 'Approve' },
  approveNamed: {
    zh: (what: string) => `批准退款：${what}`,
    en: (what: string) => `Approve: ${what}`,
  },
  approveAbout: {
    zh: '批准后，原路退回的退款立即提交支付机构，转入其他学年的立即入账，均不可撤回。',
    en: 'A refund by the payment service is sent at once, a transfer to another year is booked at once. Neither can be undone.',
  },
  approved: { zh: '已批准退款', en: 'Approved' },
  reject: { zh: '不批准', en: 'Reject' },
  rejectNamed: {
    zh: (what: string) => `不批准退款：${what}`,
    en: (what: string) => `Reject: ${what}`,
  },
  rejectAbout: { zh: '退款不会进行，记录会保留。', en: 'Nothing is returned; the record stays.' },
  rejected: { zh: '已记为未批准', en: 'Rejected' },
  ownRequest: { zh: '您申请的退款须由另一人批准', en: 'Another person has to approve yours' },
  markPaid: { zh: '登记已退款', en: 'Record the payment' },
  markPaidNamed: {
    zh: (what: string) => `登记已退款：${what}`,
    en: (what: string) => `Record the payment of ${what}`,
  },
  markPaidAbout: {
    zh: '款项已付给学生后再登记。登记后入账，并通知学生。',
    en: 'Record it once the money is paid. It is booked, and the student gets a notice.',
  },
  paidWay: { zh: '付款渠道', en: 'Paid by' },
  reference: { zh: '付款凭证号', en: 'Reference' },
  paidOn: { zh: '付款日期', en: 'Paid on' },
  dayNeeded: { zh: '请选择付款日期', en: 'Choose the day of the payment' },
  markedPaid: { zh: '退款已入账', en: 'Booked' },
  check: { zh: '向支付机构查询', en: 'Ask the payment service' },
  checkNamed: {
    zh: (what: string) => `查询退款：${what}`,
    en: (what: string) => `Ask about ${what}`,
  },
  checked: { zh: '已更新为最新状态', en: 'Up to date' },
  none: { zh: '没有这样的退款', en: 'There are no such refunds' },
  excess: { zh: '多缴费用', en: 'Paid too much' },
  excessAbout: {
    zh: '已缴金额与冲抵之和超过应缴的学年，例如缴费后学校调低了费用。可以退款，也可以转入其他学年。',
    en: 'Years for which more was paid and offset than is due, such as after a charge was lowered. It can be refunded or used for another year.',
  },
  excessFind: { zh: '学号、姓名或班级', en: 'Number, name or class' },
  excessAmount: { zh: '多缴的金额', en: 'Too much' },
  pending: { zh: '正在退款', en: 'Being refunded' },
  noExcess: { zh: '没有多缴的学生', en: 'Nobody has paid too much' },
  year: billFields.feeYear,
  student: financeTexts.student,
  confirm: { zh: '提交退款申请', en: 'Request it' },
} as const

/** The names of the states of a refund. */
export const refundStateTexts = {
  requested: { zh: '待批准', en: 'To approve' },
  approved: { zh: '已批准，待退款', en: 'Approved, to be paid' },
  processing: { zh: '支付机构处理中', en: 'Being processed' },
  stuck: { zh: '退款异常，未到账', en: 'Stuck, not delivered' },
  done: feeRefundTexts.done,
  failed: { zh: '退款失败，未退回', en: 'Failed, nothing returned' },
  rejected: { zh: '未批准', en: 'Rejected' },
} as const
