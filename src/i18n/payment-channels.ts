import { billFields } from './fields/bill.ts'
import type { Language, Text } from './translate.ts'

const WAYS: Readonly<Record<string, Text>> = { wechat: billFields.wechatPay }

/** A payment channel in words; one that has none stands as it is named. */
export const paymentChannelName = (way: string, language: Language): string =>
  WAYS[way]?.[language] ?? way
