import { billFields } from './fields/bill.ts'
import type { Language, LocalizedText } from './translate.ts'

const WAYS: Readonly<Record<string, LocalizedText>> = {
  wechat: billFields.wechatPay,
  bank: { zh: '银行转账', en: 'Bank' },
  cash: { zh: '收费窗口', en: 'Cash desk' },
  finance: { zh: '财务缴费平台', en: 'Finance platform' },
  scholarship: { zh: '奖助学金', en: 'Scholarship' },
  'carry-over': { zh: '其他学年转入', en: 'Carried over' },
  waiver: { zh: '学费减免', en: 'Waiver' },
}

/** The name of a payment channel; an unknown channel is returned unchanged. */
export const paymentChannelName = (way: string, language: Language): string =>
  WAYS[way]?.[language] ?? way
