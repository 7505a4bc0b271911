import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { homeTexts } from './home.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'
import { ownInvoiceTexts } from './own-invoices.ts'
import { supportInboxTexts } from './support-inbox.ts'
import type { LocalizedText } from './translate.ts'

/** The finance section of the office. */
export const financeTexts = {
  title: officeSectionTexts.finance,
  part: { zh: '栏目', en: 'Section' },
  day: { zh: '收款汇总', en: 'Totals' },
  orders: { zh: '缴费订单', en: 'Orders' },
  outside: { zh: '其他渠道', en: 'From outside' },
  offsets: { zh: '费用冲抵', en: 'Fee offsets' },
  invoices: ownInvoiceTexts.title,
  refunds: { zh: '退款办理', en: 'Refunds' },
  incidents: { zh: '支付异常', en: 'Incidents' },
  reconciliation: { zh: '对账', en: 'Reconciliation' },
  platform: { zh: '财务平台对账', en: 'Finance platform' },
  dayField: { zh: '账目日期', en: 'Day' },
  dayNeeded: { zh: '请选择账目日期', en: 'Choose the day' },
  dayAbout: {
    zh: '按北京时间统计。收款以实际入账时间为准，订单以下单时间为准。',
    en: 'Days are China’s. Money counts on the day it was credited, orders on the day they were made.',
  },
  received: { zh: '收款合计', en: 'Received' },
  payments: { zh: (count: number) => `${count} 笔`, en: (count: number) => `${count} payments` },
  refunded: { zh: '退款', en: 'Refunded' },
  net: { zh: '收款减退款', en: 'Received less refunded' },
  unhandled: { zh: '待处理异常', en: 'Incidents to handle' },
  byChannel: { zh: '按支付渠道', en: 'By channel' },
  noOrders: { zh: '这段时间没有订单', en: 'No orders were made in this time' },
  byState: { zh: '订单状态', en: 'Orders by state' },
  channel: { zh: '支付渠道', en: 'Paid by' },
  count: { zh: '笔数', en: 'Number' },
  sum: billFields.sum,
  surplus: { zh: '其中多缴', en: 'Surplus in it' },
  state: { zh: '目前状态', en: 'State' },
  anyState: homeTexts.all,
  open: { zh: '未完成', en: 'Open' },
  checking: { zh: '核对中', en: 'Being checked' },
  paid: { zh: '已支付', en: 'Paid' },
  closed: { zh: '已关闭', en: 'Closed' },
  find: { zh: '学号、姓名、订单编号或流水号', en: 'Number, name, order or transaction' },
  from: { zh: '起始日期', en: 'From' },
  to: { zh: '截止日期', en: 'To' },
  order: { zh: '订单编号', en: 'Order number' },
  student: { zh: '缴费学生', en: 'Payer' },
  name: studentFields.name,
  number: studentFields.studentNumber,
  year: billFields.feeYear,
  madeAt: { zh: '下单时间', en: 'Ordered at' },
  paidAt: { zh: '入账时间', en: 'Credited at' },
  orderAndTransaction: { zh: '订单编号与流水号', en: 'Order and transaction' },
  transaction: { zh: '支付流水号', en: 'Transaction' },
  incidentsAbout: {
    zh: '系统不会自行处理下列情况。处理完后请写明办法，记录会保留。',
    en: 'None of these is settled by itself. Say what you did about it; that stays on record.',
  },
  kind: { zh: '情况', en: 'What' },
  noticedAt: { zh: '发现时间', en: 'Noticed at' },
  waits: { zh: '待处理', en: 'To handle' },
  handled: { zh: '已处理', en: 'Handled' },
  handleShort: { zh: '处理', en: 'Handle' },
  handle: { zh: '标记为已处理', en: 'Mark as handled' },
  handleNamed: {
    zh: (what: string) => `处理：${what}`,
    en: (what: string) => `Handle: ${what}`,
  },
  reopen: supportInboxTexts.reopen,
  reopenNamed: {
    zh: (what: string) => `重新打开：${what}`,
    en: (what: string) => `Open it again: ${what}`,
  },
  note: { zh: '处理说明', en: 'What was done' },
  noteNeeded: { zh: '请填写处理说明', en: 'Say what was done' },
  saved: { zh: '已记录', en: 'Noted' },
  confirm: { zh: '确定', en: 'Confirm' },
  noIncidents: { zh: '没有这样的支付异常', en: 'There are no such incidents' },
  reconcile: { zh: '开始对账', en: 'Compare' },
  reconcileAbout: {
    zh: '将系统入账与支付机构的账单逐笔核对。支付机构通常在次日上午出具前一天的账单。',
    en: 'Compares what was credited with the payment service’s books, one by one. The books of a day usually come on the next morning.',
  },
  last: { zh: '对账结果', en: 'Result' },
  never: { zh: '还没有对过账', en: 'Nothing was compared yet' },
  runOf: {
    zh: (day: string) => `${day} 对账结果`,
    en: (day: string) => `Result of ${day}`,
  },
  outcome: {
    zh: (matched: number, differing: number, incidents: number) =>
      `${matched} 笔一致，${differing} 笔有差异，${incidents} 项支付异常待处理`,
    en: (matched: number, differing: number, incidents: number) =>
      `${matched} alike, ${differing} different, ${incidents} incidents to handle`,
  },
  alike: { zh: '账目一致', en: 'All alike' },
  differs: { zh: '有差异', en: 'Differs' },
  earlier: { zh: '历次对账', en: 'Earlier results' },
  ranAt: { zh: '对账时间', en: 'Compared at' },
  ranBy: { zh: '对账人', en: 'By' },
  byCommand: { zh: '定时任务', en: 'Command' },
  trials: {
    zh: (count: number) => `另有 ${count} 笔支付测试，不计入。`,
    en: (count: number) => `${count} payment tests are not counted.`,
  },
  matched: { zh: '一致', en: 'Alike' },
  differing: { zh: '差异', en: 'Different' },
  show: officeTexts.show,
  showNamed: {
    zh: (day: string, at: string) => `查看 ${day} 的对账结果（${at}）`,
    en: (day: string, at: string) => `Show the result of ${day} (${at})`,
  },
  difference: { zh: '差异情况', en: 'Difference' },
  taken: { zh: '支付机构金额', en: 'Taken' },
  credited: { zh: '系统入账金额', en: 'Credited' },
  creditedOrder: { zh: '入账的订单', en: 'Credited order' },
  creditedAs: {
    zh: (number: string, ours: string) => `${number}（入账为 ${ours}）`,
    en: (number: string, ours: string) => `${number} (credited as ${ours})`,
  },
  settleAbout: {
    zh: '请写明差异的原因和处理办法。记录会保留，以后再对账出现同一差异时仍然有效。',
    en: 'Say where the difference comes from and what was done. It stays on record, and holds when a later comparison finds the same difference.',
  },
  noAmount: { zh: '无此款项', en: 'None' },
} as const

const INCIDENTS: Readonly<Record<string, LocalizedText>> = {
  'no such order': { zh: '收到没有对应订单的款项', en: 'Money for no order' },
  'paid twice': { zh: '同一订单重复支付', en: 'Paid twice' },
  'wrong amount': { zh: '实付金额与订单不符，未入账', en: 'Wrong amount, not credited' },
  'paid after closing': { zh: '订单关闭后到账', en: 'Paid after closing' },
  surplus: { zh: '多缴', en: 'More than was owed' },
  'bed lost': { zh: '已缴费，但所选床位已无空余', en: 'Paid, but the bed is gone' },
  'recorded by finance': {
    zh: '财务已登记过同一流水号的缴费，未重复入账',
    en: 'Finance had recorded this payment; not credited again',
  },
  'recorded otherwise by finance': {
    zh: '财务登记过同一流水号的缴费，但学生或金额不同，未再入账',
    en: 'Finance had recorded this payment for another student or amount; not credited again',
  },
  refund: { zh: '在支付机构退款，已入账', en: 'Refunded at the payment service, booked' },
  'refund without payment': {
    zh: '退款的款项未入账',
    en: 'A refund of money that was not credited',
  },
  'refunded twice': { zh: '同一款项退了两次', en: 'The same money was returned twice' },
  'bed kept': { zh: '缴费已退回或冲销，床位仍保留', en: 'Money returned, the bed is kept' },
  'refund stuck': { zh: '退款异常，未能退回', en: 'A refund got stuck' },
  'refunded before it was credited': { zh: '入账前已退款', en: 'Refunded before it was credited' },
  'unknown key': { zh: '支付通知的签名密钥未登记', en: 'A notice was signed with an unknown key' },
}

/** The name of a kind of incident; an unknown kind is returned unchanged. */
export const incidentKindTexts = {
  zh: (kind: string) => INCIDENTS[kind]?.zh ?? kind,
  en: (kind: string) => INCIDENTS[kind]?.en ?? kind,
} as const

/** The kinds of differences between the payment service's records and the credits. */
export const reconciliationDifferenceTexts = {
  'not-credited': { zh: '支付机构已收款，系统未入账', en: 'Taken, not credited here' },
  'credited-otherwise': { zh: '入账的金额或订单与账单不符', en: 'Credited otherwise' },
  'given-back': { zh: '系统已入账，支付机构其后已退款', en: 'Credited, refunded since' },
  'not-taken': { zh: '系统已入账，支付机构没有收款', en: 'Credited, not taken' },
  'not-asked': {
    zh: '系统已入账，不在当日账单内，暂时无法向支付机构核实',
    en: 'Credited, not in these books; the service could not be asked',
  },
} as const
