const yuan = (fen: number) => (fen / 100).toFixed(2)

/** Backend texts about refunds. */
export const refundServerTexts = {
  notFound: { zh: '没有这笔可以退款的缴费', en: 'There is no such payment to refund' },
  tooMuch: {
    zh: '退款金额应大于 0，且不超过这笔缴费尚未退回的部分，请刷新后重试',
    en: 'The amount must be above 0 and not above what is left of the payment; refresh and try again',
  },
  notOnline: {
    zh: '这笔缴费不是在线支付的，不能原路退回，请选其他方式',
    en: 'This payment was not made online, so it cannot be returned that way; choose another way',
  },
  notOwed: {
    zh: '转入金额超过该学年尚欠的费用',
    en: 'This is more than is owed for that year',
  },
  decidedAlready: {
    zh: '这笔退款的状态已变化，请查看最新内容',
    en: 'This refund has changed; look at how it stands now',
  },
  sameHolder: {
    zh: '您的账号与申请人账号的证件号或手机号相同，视为同一人，请由另一人批准',
    en: 'Your account and that of the request have one ID number or phone, so another person approves it',
  },
  samePerson: {
    zh: '申请人不能批准自己的退款申请，请由另一人批准',
    en: 'You requested this refund, so another person has to approve it',
  },
  noteNeeded: { zh: '请填写不批准的原因', en: 'Say why it is rejected' },
  ahead: { zh: '付款日期不能晚于今天', en: 'The payment cannot be later than today' },
  referenceKnown: {
    zh: '该凭证号已用于另一笔退款',
    en: 'This reference belongs to another refund',
  },
  gatewayAway: {
    zh: '暂时联系不上支付机构，系统会继续查询',
    en: 'The payment service cannot be reached now; it is asked again later',
  },
  begun: { zh: '您有一笔退款正在处理', en: 'A refund of yours is being processed' },
  begunText: {
    zh: (fen: number) =>
      `学校已批准向您退款 ${yuan(fen)} 元，正在处理，尚未到账。进度可在“缴费明细”查看。`,
    en: (fen: number) =>
      `The university approved a refund of ${yuan(fen)} yuan. It is being processed and has not arrived yet; the payment details show its progress.`,
  },
  done: { zh: '退款已完成', en: 'A refund is done' },
  doneText: {
    zh: (fen: number) => `学校已向您退款 ${yuan(fen)} 元。缴费页的金额已相应更新。`,
    en: (fen: number) =>
      `The university has refunded ${yuan(fen)} yuan to you. The fee page shows the new amounts.`,
  },
  ended: { zh: '退款未能完成', en: 'A refund was not made' },
  endedText: {
    zh: (fen: number) =>
      `您的 ${yuan(fen)} 元退款未能完成，款项没有退回，已缴金额不变。请向财务处咨询。`,
    en: (fen: number) =>
      `Your refund of ${yuan(fen)} yuan was not made, so no money was returned and what you paid stays as it was. Please ask the finance office.`,
  },
  carried: { zh: '缴费已转入其他学年', en: 'A payment was used for another year' },
  carriedText: {
    zh: (fen: number, year: number) =>
      `您已缴的 ${yuan(fen)} 元已改为缴纳 ${year} 学年的费用，可在缴费页查看。`,
    en: (fen: number, year: number) =>
      `${yuan(fen)} yuan that you had paid now pay the fees of ${year}. The fee page shows it.`,
  },
} as const
