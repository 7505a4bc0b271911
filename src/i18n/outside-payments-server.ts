import type { LocalizedText } from './translate.ts'

const yuan = (fen: number) => (fen / 100).toFixed(2)

/** Backend texts about payments from outside. */
export const outsidePaymentServerTexts = {
  known: {
    zh: '该凭证号已登记过，不能重复入账',
    en: 'This reference has been recorded before; it does not count twice',
  },
  ahead: { zh: '缴费日期不能晚于今天', en: 'The payment cannot be later than today' },
  noCharge: {
    zh: '该学生没有这一项应缴费用，请刷新后重试',
    en: 'The student has no such charge; refresh and try again',
  },
  notFound: { zh: '没有这笔登记的缴费', en: 'There is no such recorded payment' },
  takenBackAlready: {
    zh: '这笔缴费已被冲销，请查看最新内容',
    en: 'This payment has been taken back already; look at how it stands now',
  },
  refunded: {
    zh: '这笔缴费有已退款或正在办理的退款，不能再冲销',
    en: 'This payment has a refund, done or under way, so it cannot be taken back',
  },
  takenBack: { zh: '一笔缴费登记已冲销', en: 'A recorded payment was taken back' },
  takenBackText: {
    zh: (fen: number, reference: string, note: string) =>
      `学校冲销了您的一笔缴费登记：${yuan(fen)} 元，凭证号 ${reference}。原因：${note}\n如有疑问，请联系财务处。`,
    en: (fen: number, reference: string, note: string) =>
      `The university took a recorded payment of yours back: ${yuan(fen)} yuan, reference ${reference}. Reason: ${note}\nAsk the finance office if you have questions.`,
  },
} as const satisfies Readonly<Record<string, LocalizedText | object>>
