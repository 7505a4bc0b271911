/** Backend texts about the green channel and its review. */
export const greenChannelServerTexts = {
  changedMeanwhile: {
    zh: '这份申请刚刚有变化，请重新打开后查看',
    en: 'This application has just changed. Open it anew to see it',
  },
  pendingAlready: {
    zh: '您已有待审核的申请',
    en: 'You have an application under review already',
  },
  approvedAlready: { zh: '您的申请已审核通过', en: 'Your application has been approved' },
  amountOther: { zh: '缓交金额与应缴费用不符', en: 'The amount does not fit what you are due' },
  notPending: { zh: '申请已处理，不能撤回', en: 'This has been decided and cannot be withdrawn' },
  opensAt: {
    zh: (time: string) => `申请将于${time}开放`,
    en: (time: string) => `Applications open at ${time}`,
  },
  closedAt: {
    zh: (time: string) => `申请已于${time}截止`,
    en: (time: string) => `Applications closed at ${time}`,
  },
  amountRange: {
    zh: (least: string, most: string) => `今年的贷款金额应在${least}到${most}元之间`,
    en: (least: string, most: string) => `This year a loan is ${least} to ${most} yuan`,
  },
  noAmounts: {
    zh: '今年没有可以申请的贷款金额，请联系学校',
    en: 'No loan amount is on offer this year; ask the university',
  },
} as const
