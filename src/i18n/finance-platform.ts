import { financeTexts } from './finance.ts'
import { outsidePaymentTexts } from './outside-payments.ts'

/** The reconciliation with the file of the finance platform. */
export const financePlatformTexts = {
  title: financeTexts.platform,
  about: {
    zh: '将财务平台文件中的每个流水号与账册逐一核对：在线缴费、其他渠道缴费与退款（负数金额）。文件在“数据导入”的“财务平台流水”中上传，日期按北京时间。不一致的每一项由财务人员写明原因后处理，记录不可修改。',
    en: 'Compares each reference in the files of the finance platform with the books: online payments, payments from outside, and refunds (negative amounts). Import the files as Lines of the finance platform. Days are China’s. Finance ends whatever is not alike with a reason, which cannot be changed.',
  },
  toImport: { zh: '导入财务平台文件', en: 'Import a file' },
  from: financeTexts.from,
  to: financeTexts.to,
  rangeNeeded: {
    zh: '请选择起止日期，截止日期不早于起始日期，最多 92 天',
    en: 'Choose the first and the last day, at most 92 days',
  },
  show: { zh: '核对结果', en: 'Show' },
  counts: {
    zh: (matched: number, here: number, there: number, different: number, open: number) =>
      `一致 ${matched} 项，账册没有 ${here} 项，财务平台没有 ${there} 项，内容不同 ${different} 项；待处理 ${open} 项`,
    en: (matched: number, here: number, there: number, different: number, open: number) =>
      `${matched} alike, ${here} missing here, ${there} missing there, ${different} different; ${open} to handle`,
  },
  sums: {
    zh: (theirs: string, ours: string) => `财务平台合计 ${theirs}，账册合计 ${ours}`,
    en: (theirs: string, ours: string) => `Finance platform ${theirs}, our books ${ours}`,
  },
  noLines: {
    zh: (days: string) => `以下日期没有财务平台的流水，请确认文件是否已导入：${days}`,
    en: (days: string) =>
      `The finance platform has no lines of these days; was the file imported? ${days}`,
  },
  none: { zh: '没有这样的流水', en: 'There are no such lines' },
  reference: { zh: '流水号', en: 'Reference' },
  refund: financeTexts.refunded,
  result: { zh: '核对情况', en: 'Result' },
  theirs: { zh: '财务平台', en: 'Finance platform' },
  ours: { zh: '学校账册', en: 'Our books' },
  theirSum: { zh: '财务平台金额（元）', en: 'Their amount' },
  ourSum: { zh: '账册金额（元）', en: 'Our amount' },
  theirDay: { zh: '财务平台日期', en: 'Their day' },
  ourDay: { zh: '账册日期', en: 'Our day' },
  theirStudent: { zh: '财务平台学生', en: 'Their student' },
  ourStudent: { zh: '账册学生', en: 'Our student' },
  itemAndChannel: { zh: '财务平台项目与渠道', en: 'Their item and channel' },
  nothing: financeTexts.noAmount,
  changed: { zh: '处理后又有变化', en: 'Has changed since it was handled' },
  endAbout: {
    zh: '请写明原因和处理办法。双方的账以后若有变化，这一项会重新列为待处理。',
    en: 'Say where it comes from and what was done. If the books of either side change later, it is to be handled again.',
  },
  book: { zh: '登记入账', en: 'Book it' },
  bookNamed: {
    zh: (reference: string) => `登记入账：${reference}`,
    en: (reference: string) => `Book it: ${reference}`,
  },
  bookAbout: {
    zh: (amount: string, who: string) =>
      `将以这个流水号登记一笔其他渠道缴费：${who}，${amount}，渠道为财务缴费平台。一个流水号只入账一次，登记错误只能冲销。`,
    en: (amount: string, who: string) =>
      `Records a payment from outside with this reference: ${who}, ${amount}, by the finance platform. A reference counts once; an entry can only be taken back.`,
  },
  booked: outsidePaymentTexts.recorded,
} as const

/** The lists of the reconciliation, and the results of the comparison. */
export const platformListTexts = {
  open: financeTexts.waits,
  'missing-here': { zh: '账册没有', en: 'Missing here' },
  'missing-there': { zh: '财务平台没有', en: 'Missing there' },
  different: { zh: '内容不同', en: 'Different' },
  ended: financeTexts.handled,
  matched: financeTexts.matched,
  all: financeTexts.anyState,
} as const

/** What can differ between the two sides of a reference. */
export const platformDifferenceTexts = {
  amount: { zh: '金额不同', en: 'Amount' },
  student: { zh: '学生不同', en: 'Student' },
  day: { zh: '日期不同', en: 'Day' },
} as const
