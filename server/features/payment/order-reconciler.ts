import { chinaYear } from '../../platform/clock.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import { findPayableAmount } from '../charges/public.ts'
import { hasPendingApplication } from '../green-channel/public.ts'
import { findOwnOrder, newestOrder, claimUnresolvedOrder, claimOrderForQuery } from './orders.ts'
import { settle, type SettlementContext } from './settle.ts'

/** How many orders one process asks the gateway about at once. */
const MAX_CONCURRENT_ORDERS = 64

/**
 * What keeps looking after orders whose end nobody has told: lost notices, closed apps, run-out
 * time.
 */
export interface OrderReconciler {
  /** Begin to settle what is due, unless all lanes are busy. */
  readonly start: () => void
  /** Wait until what was begun has ended; with `isOver` nothing is begun from now on. */
  readonly waitUntilIdle: (how?: { isOver: boolean }) => Promise<void>
}

/**
 * Look after doubtful orders. Each is one lane's until the gateway has said something, and while
 * there are more, there are more lanes: a gateway at the end of its patience must not make those
 * wait that come after. One that fails keeps no others waiting.
 */
export function createOrderReconciler(
  till: SettlementContext,
  onError: (cause: unknown) => void,
): OrderReconciler {
  const lanes = new Set<Promise<void>>()
  const numbers = new Set<string>()
  let isOver = false
  const settleDue = async () => {
    while (!isOver) {
      const order = await claimUnresolvedOrder(till.db, till.clock.now())
      if (order === undefined) return
      // This process is still asking about this order, and it has become due once more.
      if (numbers.has(order.number)) continue
      begin()
      numbers.add(order.number)
      try {
        await settle(till, order.number, { end: await isDueToClose(till, order) })
      } finally {
        numbers.delete(order.number)
      }
    }
  }
  const begin = () => {
    if (isOver || lanes.size >= MAX_CONCURRENT_ORDERS) return
    const lane = settleDue()
      .catch(onError)
      .finally(() => void lanes.delete(lane))
    lanes.add(lane)
  }
  const rest: OrderReconciler['waitUntilIdle'] = async (how) => {
    isOver = how?.isOver ?? isOver
    while (lanes.size > 0) await Promise.all(lanes)
  }
  return { start: begin, waitUntilIdle: rest }
}

/** Look once after every order that is due. */
export async function settleDueOrders(till: SettlementContext): Promise<void> {
  const failures: unknown[] = []
  const sweeper = createOrderReconciler(till, (cause) => void failures.push(cause))
  sweeper.start()
  await sweeper.waitUntilIdle()
  if (failures.length > 0) throw failures[0]
}

/**
 * A student's order of this number, or the newest one without a number, after asking how it stands:
 * a phone that died behind its payment is not told the state of before. Undefined where the student
 * has no such order.
 */
export async function refreshNewestOrder(
  till: SettlementContext,
  student: string,
  number?: string,
): Promise<PaymentOrderRow | undefined> {
  const order = await orderOf(till, student, number)
  if (
    order === undefined ||
    order.prepay === null ||
    order.state === 'paid' ||
    order.state === 'closed'
  )
    return order
  // What is to be ended is the sweeper's; being looked at must not put that off.
  if (
    (await isDueToClose(till, order)) ||
    !(await claimOrderForQuery(till.db, order.number, till.clock.now()))
  )
    return order
  await settle(till, order.number, { end: false })
  return orderOf(till, student, number)
}

const orderOf = (
  { db }: SettlementContext,
  student: string,
  number: string | undefined,
): Promise<PaymentOrderRow | undefined> =>
  number === undefined ? newestOrder(db, student) : findOwnOrder(db, { student, number })

// Its time is over, or less is owed by now than it would collect (paid on campus, set off, or paid
// by another order), or it would collect what an application under review is about (D-66).
const isDueToClose = async (
  { db, clock }: SettlementContext,
  order: PaymentOrderRow,
): Promise<boolean> => {
  const [now, student] = [clock.now(), order.student_code]
  return (
    order.expires_at <= now ||
    order.amount_fen >
      (await findPayableAmount(db, { student, year: order.year, charge: order.charge_id, now })) ||
    (await hasPendingApplication(db, { student, year: chinaYear(now) }))
  )
}
