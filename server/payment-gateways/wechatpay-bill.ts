import { parseYuan } from '#contract/fields'
import type { GatewayDayStatement, GatewayRefund } from './payment-gateway.ts'

// The column with the ordered amount before the service's coupons, which is the credited amount.
// Older bills only have a column of the second name.
const AMOUNTS = ['订单金额', '应结订单金额']
const REFUND_COLUMNS = ['申请退款金额', '退款金额']
// Older bills have no states of refunds, and contain only refunds that succeeded.
const REFUND_STATES: Readonly<Record<string, GatewayRefund['state']>> = {
  '': 'done',
  SUCCESS: 'done',
  PROCESSING: 'processing',
}

/**
 * Parses a day's bill of WeChat Pay: CSV with a backtick before each value, followed by totals.
 * Undefined if the bill is incomplete, because half a bill would hide missing payments.
 */
export function parseWechatpayBill(text: string): GatewayDayStatement | undefined {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const sums = lines.findIndex((line) => !line.startsWith('`'))
  const isKnown = [['商户订单号'], ['微信订单号'], AMOUNTS].every((ways) =>
    ways.some((name) => names.includes(name)),
  )
  if (!isKnown || sums < 0) return undefined
  const rows = lines.slice(0, sums).map((line) => line.slice(1).split(',`'))
  if (rows.some((values) => values.length !== names.length)) return undefined
  const payments: GatewayDayStatement['payments'][number][] = []
  const refunds: GatewayDayStatement['refunds'][number][] = []
  for (const values of rows) {
    const of = (...ways: string[]) =>
      values[names.indexOf(ways.find((name) => names.includes(name)) ?? '')]?.trim() ?? ''
    const number = of('商户订单号')
    switch (of('交易状态')) {
      // A bill without refunds has no such column.
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
          requestNumber: of('商户退款单号'),
          amountFen: parseYuan(of(...REFUND_COLUMNS)),
          state: REFUND_STATES[of('退款状态')] ?? 'stuck',
        })
        break
      // A payment by card that was revoked at a cash desk. This backend does not create such
      // orders.
      case 'REVOKED':
        break
      default:
        return undefined
    }
  }
  return { payments, refunds }
}
