import type { LocalizedText } from './translate.ts'

/** The server's refusals in the reconciliation with the finance platform. */
export const financePlatformServerTexts = {
  changed: {
    zh: '这一项刚刚有变化，请查看最新内容',
    en: 'This has just changed; look at how it stands now',
  },
  matched: {
    zh: '双方现在已经一致，不需要处理',
    en: 'Both sides are alike now; there is nothing to handle',
  },
  notBookable: {
    zh: '这一项不能直接登记：应只涉及一名本校学生和一个年度，金额大于 0、不超过 100 万元，流水号未入过账，也不是在线缴费的订单编号（请在“对账”中与支付机构核对）',
    en: 'This cannot be booked: it must be about one student and one year, above 0 and up to 1 million yuan, with a reference that was never in the books and is no online order, which is settled under Reconciliation',
  },
  noCharge: {
    zh: '该生没有这一年度的应缴费用，请先导入应缴费用',
    en: 'The student has no charge of this year; import the charges first',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>
