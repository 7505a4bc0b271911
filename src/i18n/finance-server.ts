import type { LocalizedText } from './translate.ts'

/** The server's refusals in the finance section of the office. */
export const financeServerTexts = {
  noGateway: {
    zh: '学校没有开通在线缴费，没有可以核对的账单',
    en: 'Nothing is paid online here; there are no books to compare',
  },
  noBooks: {
    zh: '支付机构还没有这一天的账单，请稍后再试',
    en: 'The payment service has no books of that day yet; try again later',
  },
  dayAhead: { zh: '这一天还没有到', en: 'That day has not come yet' },
  handledAlready: {
    zh: '同事刚刚已将它标记为已处理，请查看最新内容',
    en: 'A colleague has just marked it as handled; look at how it stands now',
  },
  openAlready: {
    zh: '同事刚刚已将它重新打开，请查看最新内容',
    en: 'A colleague has just opened it again; look at how it stands now',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>
