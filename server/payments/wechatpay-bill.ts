import { fenOf } from '#contract/fields'
import type { Booked } from './gateway.ts'

// What was ordered, before coupons of the service: that is what was credited. Older bills know the second name only.
const AMOUNTS = ['订单金额', '应结订单金额']

/**
 * A day's bill as the payment service writes it: CSV, each value behind a backtick, then the sums. Nothing when it cannot
 * be read whole: half a bill would hide what is missing here.
 */
export function readBill(text: string): Booked[] | undefined {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const number = names.indexOf('商户订单号')
  const transaction = names.indexOf('微信订单号')
  const amount = names.indexOf(AMOUNTS.find((name) => names.includes(name)) ?? '')
  const sums = lines.findIndex((line) => !line.startsWith('`'))
  if (number < 0 || transaction < 0 || amount < 0 || sums < 0) return undefined
  const booked = lines.slice(0, sums).map((line) => line.slice(1).split(',`'))
  if (booked.some((values) => values.length !== names.length)) return undefined
  return booked.map((values) => ({
    number: values[number]?.trim() ?? '',
    transaction: values[transaction]?.trim() ?? '',
    amountFen: fenOf(values[amount]?.trim() ?? ''),
  }))
}
