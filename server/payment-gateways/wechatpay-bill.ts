import { parseYuan } from '#contract/fields'
import type { DayStatement } from './payment-gateway.ts'

// What was ordered, before coupons of the service: that is what was credited. Older bills know the
// second name only.
const AMOUNTS = ['订单金额', '应结订单金额']
const REFUND_COLUMNS = ['申请退款金额', '退款金额']

/**
 * A day's bill as the payment service writes it: CSV, each value behind a backtick, then the sums.
 * Nothing when it cannot be read whole: half a bill would hide what is missing here.
 */
export function readBill(text: string): DayStatement | undefined {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const sums = lines.findIndex((line) => !line.startsWith('`'))
  const isKnown = [['商户订单号'], ['微信订单号'], AMOUNTS].every((ways) =>
    ways.some((name) => names.includes(name)),
  )
  if (!isKnown || sums < 0) return undefined
  const rows = lines.slice(0, sums).map((line) => line.slice(1).split(',`'))
  if (rows.some((values) => values.length !== names.length)) return undefined
  const payments: DayStatement['payments'][number][] = []
  const refunds: DayStatement['refunds'][number][] = []
  for (const values of rows) {
    const of = (...ways: string[]) =>
      values[names.indexOf(ways.find((name) => names.includes(name)) ?? '')]?.trim() ?? ''
    const number = of('商户订单号')
    switch (of('交易状态')) {
      // A bill of payments alone has no such column.
      case '':
      case 'SUCCESS':
        payments.push({
          number,
          transaction: of('微信订单号'),
          amountFen: parseYuan(of(...AMOUNTS)),
        })
        break
      case 'REFUND':
        refunds.push({
          number,
          refund: of('微信退款单号'),
          amountFen: parseYuan(of(...REFUND_COLUMNS)),
          isStuck: false,
        })
        break
      // Taken back at a till, before it was money: nothing that is ordered here.
      case 'REVOKED':
        break
      default:
        return undefined
    }
  }
  return { payments, refunds }
}
