import { billFields } from './fields/bill.ts'
import { studentFields } from './fields/student.ts'
import { financeTexts } from './finance.ts'
import { homeTexts } from './home.ts'
import { outsidePaymentTexts } from './outside-payments.ts'
import { ownInvoiceTexts } from './own-invoices.ts'
import { samplePageTexts } from './sample-pages.ts'

/** Invoices (财政电子票据) in the office, and the columns of the data for the invoicing system. */
export const invoiceTexts = {
  title: financeTexts.invoices,
  about: {
    zh: '按入账日期列出需要开票的缴费。导出后交财政电子票据系统开具，再在“数据导入”中导入开出的票据；退款或冲销后须开红票。学费减免和冲抵不开票。',
    en: 'The payments that need an invoice, by the day of their entry. Export them for the invoicing system, and import the invoices that it issued under Imports. After a refund a red invoice is needed. Waivers and offsets have none.',
  },
  data: { zh: '开票数据', en: 'Data for invoices' },
  find: { zh: '学号、姓名、凭证号或票据号码', en: 'Number, name, reference or invoice' },
  state: financeTexts.state,
  all: homeTexts.all,
  missing: { zh: '未开票', en: 'Not invoiced' },
  issued: { zh: '已开票', en: 'Invoiced' },
  'red-needed': { zh: '需冲红', en: 'Needs a red invoice' },
  reversed: ownInvoiceTexts.cancelled,
  valid: { zh: '票据有效', en: 'Valid' },
  cancelled: ownInvoiceTexts.cancelled,
  red: ownInvoiceTexts.red,
  from: { zh: '入账日期从', en: 'Recorded from' },
  to: outsidePaymentTexts.to,
  student: financeTexts.student,
  sum: billFields.sum,
  kept: {
    zh: (yuan: string) => `退款后 ${yuan}`,
    en: (yuan: string) => `${yuan} after refunds`,
  },
  way: outsidePaymentTexts.way,
  invoices: { zh: '票据', en: 'Invoices' },
  none: { zh: '没有这样的缴费', en: 'There is no such payment' },
  checkCode: ownInvoiceTexts.checkCode,
  businessNumber: { zh: '业务流水号', en: 'Business number' },
  unitCode: { zh: '收费单位编码', en: 'Code of the collecting unit' },
  payer: { zh: '交款人', en: 'Payer' },
  payerType: { zh: '交款人类型', en: 'Type of the payer' },
  person: { zh: '个人', en: 'Person' },
  payerCode: { zh: '交款人代码', en: 'Code of the payer' },
  number: studentFields.studentNumber,
  itemCode: { zh: '项目编码', en: 'Code of the item' },
  itemName: { zh: '项目名称', en: 'Name of the item' },
  unit: { zh: '计量单位', en: 'Unit' },
  quantity: samplePageTexts.quantity,
  standard: { zh: '标准', en: 'Standard' },
  amount: billFields.sum,
  paidOn: outsidePaymentTexts.paidOn,
  reference: outsidePaymentTexts.reference,
  remark: { zh: '备注', en: 'Remark' },
  invoicedAmount: { zh: '已开票金额', en: 'Invoiced already' },
  originalCode: { zh: '原票据代码', en: 'Code of the original' },
  originalNumber: { zh: '原票据号码', en: 'Number of the original' },
  remarkText: {
    zh: (year: number, item: string, className: string) =>
      [`${year} 学年`, item, className].filter((part) => part !== '').join(' '),
    en: (year: number, item: string, className: string) =>
      [year, item, className].filter((part) => part !== '').join(' '),
  },
  surplusItem: { zh: '预收款', en: 'Paid in advance' },
  otherItem: { zh: '其他缴费', en: 'Other payments' },
} as const
