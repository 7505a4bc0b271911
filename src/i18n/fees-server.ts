import { billFields } from './fields/bill.ts'

/** The amounts of a partly paid fee, in yuan. */
interface Partly {
  readonly due: string
  readonly paid: string | undefined
  readonly offset: string | undefined
}

/** Backend texts about fees and payment. */
export const feesServerTexts = {
  onCampus: { zh: '现场缴费', en: 'On campus' },
  ofYear: { zh: (year: number) => `${year}学年`, en: (year: number) => `Academic year ${year}` },
  partly: {
    zh: ({ due, paid, offset }: Partly) =>
      ['应缴 ' + due, paid && '已缴 ' + paid, offset && '冲抵 ' + offset]
        .filter(Boolean)
        .join('，') + ' 元',
    en: ({ due, paid, offset }: Partly) =>
      ['Due ' + due, paid && 'paid ' + paid, offset && 'offset ' + offset]
        .filter(Boolean)
        .join(', ') + ' yuan',
  },
  otherYears: { zh: '其他学年费用', en: 'Fees of other years' },
  surplus: { zh: '多缴款项（由学校处理）', en: 'Paid too much (the university settles it)' },
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
