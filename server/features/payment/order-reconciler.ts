import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { chinaYear, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import type { BackgroundJob } from '../../platform/periodic-job.ts'
import { findPayableAmount } from '../charges/public.ts'
import { hasPendingApplication } from '../green-channel/public.ts'
import { findOwnOrder, newestOrder, claimUnresolvedOrder, claimOrderForQuery } from './orders.ts'
import { settle, type SettlementContext } from './settle.ts'

/** How many orders one process asks the gateway about at the same time. */
const MAX_CONCURRENT_ORDERS = 64
const INTERVAL_MS = 10_000

/**
 * Keeps settling orders whose result the gateway has not reported: lost webhooks, closed apps, expired
 * orders.
 */
export interface OrderReconciler {
  /** Begin to settle due orders, unless all workers are busy. */
  readonly start: () => void
  /** Wait until the running work has ended; with `isOver` no more is begun. */
  readonly waitUntilIdle: (how?: { isOver: boolean }) => Promise<void>
}

/**
 * Settle unresolved orders. Each occupies a worker until the gateway answers, and further workers
 * begin while more orders are due: one slow answer must not delay the orders behind it. An order that
 * fails does not delay others either.
 */
export function createOrderReconciler(
  till: SettlementContext,
  onError: (cause: unknown) => void,
): OrderReconciler {
  const workers = new Set<Promise<void>>()
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
    if (isOver || workers.size >= MAX_CONCURRENT_ORDERS) return
    const worker = settleDue()
      .catch(onError)
      .finally(() => void workers.delete(worker))
    workers.add(worker)
  }
  const rest: OrderReconciler['waitUntilIdle'] = async (how) => {
    isOver = how?.isOver ?? isOver
    while (workers.size > 0) await Promise.all(workers)
  }
  return { start: begin, waitUntilIdle: rest }
}

/** Settle unresolved orders as long as the server runs; several servers share the work. */
export function startOrderReconciler({
  db,
  gateway,
  clock,
  onError,
}: {
  db: Db
  gateway: PaymentGateway
  clock: Clock
  onError: (error: unknown) => void
}): BackgroundJob {
  const reconciler = createOrderReconciler({ db, gateway, clock }, onError)
  const timer = setInterval(reconciler.start, INTERVAL_MS)
  return {
    // Waits for running requests to the gateway and begins no more.
    stop: async () => {
      clearInterval(timer)
      await reconciler.waitUntilIdle({ isOver: true })
    },
  }
}

/** Settle every due order once. */
export async function settleDueOrders(till: SettlementContext): Promise<void> {
  const failures: unknown[] = []
  const reconciler = createOrderReconciler(till, (cause) => void failures.push(cause))
  reconciler.start()
  await reconciler.waitUntilIdle()
  if (failures.length > 0) throw failures[0]
}

/**
 * A student's order of this number, or the newest one without a number, after asking the gateway for
 * its state: a phone that was closed during payment must not read an old state. Undefined where the
 * student has no such order.
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
  // Closing an order is the reconciler's work; reading it must not delay that.
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
