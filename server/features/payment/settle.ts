import type { PaymentGateway, GatewayOrderStatus } from '../../payment-gateways/payment-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import { creditPayment } from './credit-payment.ts'
import { recordIncident } from './incidents.ts'
import { findOrder, updateOrder } from './orders.ts'

/** The dependencies of settling an order. */
export interface SettlementContext {
  readonly db: Db
  readonly gateway: PaymentGateway
  /**
   * The clock; the gateway might be slow, so its responses are stored with the time of their
   * arrival.
   */
  readonly clock: Clock
}

/**
 * Queries the gateway about an order and stores its status. With `end`, an unpaid order is closed:
 * the gateway is first queried and then asked to close the order, and the result of closing counts
 * (security 4). Do not call this function inside a transaction, because the gateway might be slow.
 */
export async function settleOrder(
  { db, gateway, clock }: SettlementContext,
  number: string,
  { end }: { end: boolean },
): Promise<PaymentOrderRow['state']> {
  const order = await findOrder(db, number)
  if (order === undefined) return 'closed'
  if (order.state === 'paid') return 'paid'
  const move = (state: PaymentOrderRow['state'], from?: readonly PaymentOrderRow['state'][]) =>
    updateOrder(db, number, { state, updated_at: clock.now() }, from)
  // The state is stored before the gateway is called, so that a concurrent request for this order
  // sees that the order is being closed.
  if (end) await move('checking')
  let standing: GatewayOrderStatus = await gateway.query(number)
  if (end && (standing.type === 'waiting' || standing.type === 'unknown'))
    standing = await gateway.close(number)
  switch (standing.type) {
    case 'paid':
      // The amount differs from the order's. Finance has to decide, and the order is no longer
      // open.
      if (
        (await creditPayment(db, { way: gateway.way, taken: standing, now: clock.now() })) ===
        'wrong-amount'
      )
        await move('closed')
      break
    case 'refunded': {
      // The payment was refunded before this backend credited it.
      const { transaction, amountFen: fen } = standing
      await recordIncident(db, {
        kind: 'refunded before it was credited',
        number,
        transaction,
        fen,
        now: clock.now(),
      })
      await move('closed')
      break
    }
    case 'closed':
      await move('closed')
      break
    case 'unknown':
      // The gateway does not know the order, so no phone can pay it. The order is closed, unless
      // another request has reopened it and is calling the gateway now.
      if (end || order.prepay === null) await move('closed', ['checking'])
      else await move('open', ['checking'])
      break
    case 'waiting':
      await move('open', ['checking'])
      break
    case 'unavailable':
      await move('checking')
  }
  return (await findOrder(db, number))?.state ?? 'closed'
}
