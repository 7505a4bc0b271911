/** Backend texts for a student whose loan or deferral was decided. */
export const greenChannelReviewServerTexts = {
  loan: { zh: '助学贷款', en: 'loan' },
  household: { zh: '建档立卡缓缴', en: 'deferral' },
  approved: {
    zh: (what: string) => `您的${what}申请已通过`,
    en: (what: string) => `Your application for a ${what} was approved`,
  },
  rejected: {
    zh: (what: string) => `您的${what}申请未通过`,
    en: (what: string) => `Your application for a ${what} was rejected`,
  },
  approvedText: {
    zh: '可在绿色通道里查看审核金额。',
    en: 'The green channel shows the amount that was approved.',
  },
  rejectedText: {
    zh: '请按审核备注修改后，在绿色通道里重新提交。',
    en: 'Mend what the remark says, then apply again in the green channel.',
  },
  remark: {
    zh: (said: string) => `审核备注：${said}`,
    en: (said: string) => `The remark: ${said}`,
  },
} as const
