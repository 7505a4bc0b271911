/** The refunds on the student's page of payments. */
export const feeRefundTexts = {
  title: { zh: '退款进度', en: 'Refunds' },
  processing: { zh: '正在处理，尚未退款', en: 'Being processed, not refunded yet' },
  stuck: {
    zh: '未能退到您的账户，学校正在处理',
    en: 'Could not be delivered to you; the university is dealing with it',
  },
  done: { zh: '已退款', en: 'Refunded' },
} as const
