/** Refusals that only the backend speaks. */
export const refusalWords = {
  moneyOwed: { zh: '您还有费用未缴清', en: 'You still owe money' },
  snapshot: {
    zh: '当前页面无法识别您的身份，请使用完整服务后重试',
    en: 'This preview cannot tell who you are. Open the full service, then try again',
  },
  codeUsed: { zh: '授权已失效，请重新进入', en: 'This authorisation has ended, enter again' },
  hostAway: { zh: '暂时无法确认您的身份，请稍后再试', en: 'Your identity cannot be confirmed right now, try again later' },
  badKey: { zh: '提交编号无法识别', en: 'The submission number could not be read' },
  wrongMethod: { zh: '请求方式不正确', en: 'This address is asked in another way' },
  notBuilt: { zh: '页面尚未构建：请先运行 npm run build', en: 'The app is not built yet: run npm run build first' },
} as const
