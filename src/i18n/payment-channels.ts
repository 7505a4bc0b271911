import { billFields } from './fields/bill.ts'
import type { Language, LocalizedText } from './translate.ts'

const WAYS: Readonly<Record<string, LocalizedText>> = { wechat: billFields.wechatPay }

/** The name of a payment channel; an unknown channel is returned unchanged. */
export const paymentChannelName = (way: string, language: Language): string =>
  WAYS[way]?.[language] ?? way
