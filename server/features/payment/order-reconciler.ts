import { formatYuan } from '#contract/fields'
import { messageChannelTexts } from '#i18n/message-channels'
import { fillTemplateText } from '#i18n/translate'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { toChinaYear, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import type { BackgroundJob } from '../../platform/periodic-job.ts'
import { findPayableAmount } from '../charges/public.ts'
import { hasPendingApplication } from '../green-channel/public.ts'
import { notifyPerson } from '../notices/public.ts'
import {
  findOwnOrder,
  findNewestOrder,
  claimUnresolvedOrder,
  claimOrderForQuery,
} from './orders.ts'
import { settleOrder, type SettlementContext } from './settle.ts'

/** The largest number of concurrent gateway requests of a process. */
const MAX_CONCURRENT_ORDERS = 64
const INTERVAL_MS = 10_000

/**
 * Settles the orders whose result the gateway has not reported: because of a lost webhook, a closed
 * app, or an expired order.
 */
export interface OrderReconciler {
  /** Starts settling due orders, unless all workers are busy. */
  readonly start: () => void
  /** Resolves when the running work has ended; with `isOver` no further work is started. */
  readonly waitUntilIdle: (how?: { isOver: boolean }) => Promise<void>
}

/**
 * Creates a reconciler of unresolved orders. Each order occupies a worker until the gateway
 * answers. Further workers start while more orders are due, so neither a slow response nor a
 * failure delays other orders.
 */
export function createOrderReconciler(
  context: SettlementContext,
  onError: (cause: unknown) => void,
): OrderReconciler {
  const workers = new Set<Promise<void>>()
  const numbers = new Set<string>()
  let isOver = false
  const settleDue = async () => {
    while (!isOver) {
      const order = await claimUnresolvedOrder(context.db, context.clock.now())
      if (order === undefined) return
      // The order is due again while this process still waits for the gateway's answer about it.
      if (numbers.has(order.number)) continue
      begin()
      numbers.add(order.number)
      try {
        const state = await settleOrder(context, order.number, {
          end: await isDueToClose(context, order),
        })
        if (state === 'paid') await notifyFoundPayment(context, order)
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

// Tells a student that the university has found a payment of which no phone reported the outcome.
const notifyFoundPayment = (
  { db, clock }: SettlementContext,
  { student_code, amount_fen }: PaymentOrderRow,
) =>
  notifyPerson(db, {
    subject: `student:${student_code}`,
    title: messageChannelTexts.paymentTitle,
    content: fillTemplateText(messageChannelTexts.paymentText, formatYuan(amount_fen)),
    topic: 'payment',
    now: clock.now(),
  })

/** Settles unresolved orders until it is stopped. Several servers divide the work among them. */
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
    // Waits for the running requests to the gateway, and starts no further requests.
    stop: async () => {
      clearInterval(timer)
      await reconciler.waitUntilIdle({ isOver: true })
    },
  }
}

/**
 * Reads a student's order by number, or the newest order, after querying the gateway: a phone that
 * was closed during a payment must not get an outdated state. Undefined if there is no such order.
 */
export async function refreshNewestOrder(
  context: SettlementContext,
  student: string,
  number?: string,
): Promise<PaymentOrderRow | undefined> {
  const order = await orderOf(context, student, number)
  if (
    order === undefined ||
    order.prepay === null ||
    order.state === 'paid' ||
    order.state === 'closed'
  )
    return order
  // Orders that are due to close are left to the reconciler, because a query here would delay it.
  if (
    (await isDueToClose(context, order)) ||
    !(await claimOrderForQuery(context.db, order.number, context.clock.now()))
  )
    return order
  await settleOrder(context, order.number, { end: false })
  return orderOf(context, student, number)
}

const orderOf = (
  { db }: SettlementContext,
  student: string,
  number: string | undefined,
): Promise<PaymentOrderRow | undefined> =>
  number === undefined ? findNewestOrder(db, student) : findOwnOrder(db, { student, number })

// Whether an order is due to close. It is due in three cases: its time is over; less is owed now
// than the order would collect (because of a payment on campus, a deduction, or another order); or
// it would collect a fee for which an application is under review (D-66).
const isDueToClose = async (
  { db, clock }: SettlementContext,
  order: PaymentOrderRow,
): Promise<boolean> => {
  const [now, student] = [clock.now(), order.student_code]
  return (
    order.expires_at <= now ||
    order.amount_fen >
      (await findPayableAmount(db, { student, year: order.year, charge: order.charge_id, now })) ||
    (await hasPendingApplication(db, { student, year: toChinaYear(now) }))
  )
}
