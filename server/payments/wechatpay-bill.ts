import { fenOf } from '#contract/fields'
import type { Booked } from './gateway.ts'

const COLUMNS = { transaction: '微信订单号', number: '商户订单号', amount: '应结订单金额' } as const

/** A day's bill as the payment service writes it: CSV, each value behind a backtick, two lines of sums at the end. */
export function readBill(text: string): Booked[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const at = Object.fromEntries(Object.entries(COLUMNS).map(([key, name]) => [key, names.indexOf(name)]))
  return lines
    .filter((line) => line.startsWith('`'))
    .map((line) => line.slice(1).split(',`'))
    .filter((values) => values.length === names.length)
    .map((values) => ({
      number: values[at['number'] ?? -1] ?? '',
      transaction: values[at['transaction'] ?? -1] ?? '',
      amountFen: fenOf(values[at['amount'] ?? -1] ?? '0'),
    }))
}
