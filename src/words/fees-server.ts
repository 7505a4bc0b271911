import { billFields } from './fields/bill.ts'

/** What only the backend says of fees and payment. */
export const feesServerWords = {
  ways: {
    zh: { wechat: '微信支付' } as Readonly<Record<string, string>>,
    en: { wechat: 'WeChat Pay' } as Readonly<Record<string, string>>,
  },
  onCampus: { zh: '现场缴费', en: 'On campus' },
  ofYear: { zh: (year: number) => `${year}学年`, en: (year: number) => `Academic year ${year}` },
  partly: { zh: '已缴部分', en: 'Partly paid' },
  partlyOffset: { zh: '已冲抵部分', en: 'Partly offset' },
  otherYear: { zh: '只能缴纳本年度的费用', en: 'Only this year’s fees can be paid' },
  nothingOwed: billFields.nothingPayable,
  paidAlready: {
    zh: '该订单已支付，请刷新后查看',
    en: 'This order has been paid. Refresh to see it',
  },
  gatewayAway: {
    zh: '支付平台暂时无法确认，请稍后查看结果',
    en: 'The payment service cannot confirm this now. Look again later',
  },
  orderIdEnded: { zh: '订单编号已失效，请重新下单', en: 'The order id has run out, order again' },
  openIdMissing: { zh: '请在微信中打开后支付', en: 'Open this in WeChat to pay' },
  subject: {
    zh: (school: string, year: number) => `${school}${year}学年缴费`,
    en: (school: string, year: number) => `${school} fees ${year}`,
  },
} as const
