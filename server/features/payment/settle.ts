import type { PaymentGateway, GatewayOrderStatus } from '../../payment-gateways/payment-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import { creditPayment } from './credit-payment.ts'
import { recordIncident } from './incidents.ts'
import { findOrder, updateOrder } from './orders.ts'

/** What settling an order needs of the outside. */
export interface SettlementContext {
  readonly db: Db
  readonly gateway: PaymentGateway
  /** A gateway takes its time: what it says is written down at the hour when it was said. */
  readonly clock: Clock
}

/**
 * Find out how an order stands, from the gateway alone, and write it down. With `end` it is closed
 * unless it is paid: asked, closed, and what the closing says counts (security 4). Never inside a
 * transaction: a gateway may take its time.
 */
export async function settle(
  { db, gateway, clock }: SettlementContext,
  number: string,
  { end }: { end: boolean },
): Promise<PaymentOrderRow['state']> {
  const order = await findOrder(db, number)
  if (order === undefined) return 'closed'
  if (order.state === 'paid') return 'paid'
  const move = (state: PaymentOrderRow['state'], from?: readonly PaymentOrderRow['state'][]) =>
    updateOrder(db, number, { state, updated_at: clock.now() }, from)
  // Before the gateway is asked: whoever is being handed this order meanwhile finds out that it is
  // being ended.
  if (end) await move('checking')
  let standing: GatewayOrderStatus = await gateway.query(number)
  if (end && (standing.type === 'waiting' || standing.type === 'unknown'))
    standing = await gateway.close(number)
  switch (standing.type) {
    case 'paid':
      // The amount differs from the order: a person has to look at it, and the order no longer
      // waits for money.
      if (
        (await creditPayment(db, { way: gateway.way, taken: standing, now: clock.now() })) ===
        'wrong-amount'
      )
        await move('closed')
      break
    case 'refunded': {
      // The money was paid and given back before this backend credited it.
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
      // The gateway does not know the order, so no phone can pay it. It is closed unless another
      // request has taken it up again and is asking the gateway for it at this moment.
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
