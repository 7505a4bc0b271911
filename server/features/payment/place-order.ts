import { validateFen } from '#contract/fees'
import type { OrderRequest } from '#contract/payment'
import { feesTexts } from '#i18n/fees'
import { feesServerTexts } from '#i18n/fees-server'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentOrderRow } from '../../platform/database/schema/money-tables.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import type { HandlerServices } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findBalances, findMinimumPayment, findOwedAmount } from '../charges/public.ts'
import { findReservationExpiry } from '../dorm/public.ts'
import { hasPendingApplication } from '../green-channel/public.ts'
import { findSchool } from '../school/public.ts'
import {
  findOrder,
  insertOrder,
  updateOrder,
  findOpenOrder,
  resolveOrderId,
  bindOrderId,
} from './orders.ts'
import { settleOrder, type SettlementContext } from './settle.ts'

/**
 * The order request. From the client's price only year and amount are used, and both are validated.
 */
export interface PlaceOrderParams {
  readonly student: StudentRow
  readonly openId: string
  readonly input: OrderRequest
  /** The single-use id from the request's header. */
  readonly id: string | undefined
  readonly tools: Pick<HandlerServices, 'settings'>
}

/** A payable order, or why there is none. */
export type PlaceOrderResult =
  | { readonly type: 'ok'; readonly number: string; readonly prepay: string }
  | { readonly type: 'refused'; readonly says: LocalizedText }

const refuseOrder = (says: LocalizedText): PlaceOrderResult => ({ type: 'refused', says })

/**
 * Places an order, or returns the open order if it is equal to the request. The owed amount is
 * computed while the student's row is locked. The gateway is called outside transactions, and each
 * step leaves the order in a state from which the order reconciler can continue.
 */
export async function placeOrder(
  context: SettlementContext,
  wish: PlaceOrderParams,
): Promise<PlaceOrderResult> {
  const { db, gateway, clock } = context
  for (let attempt = 0; attempt < 2; attempt++) {
    const found = await db.transaction().execute((tx) => findOrMake(tx, wish, clock.now()))
    if (found.type === 'refused') return found
    if (found.type === 'other') {
      // The open order has another amount or has expired, so it must be closed before a new order
      // is placed.
      const state = await settleOrder(context, found.order.number, { end: true })
      if (state === 'paid') return refuseOrder(feesServerTexts.paidAlready)
      if (state !== 'closed') return refuseOrder(feesServerTexts.gatewayAway)
      continue
    }
    const { order } = found
    if (order.prepay !== null) return reuseOrder(context, order.number, order.prepay)
    const school = (await findSchool(db)).name || wish.tools.settings.schoolName
    const prepaid = await gateway.prepay({
      number: order.number,
      amountFen: order.amount_fen,
      openId: order.open_id,
      subject: feesServerTexts.subject.zh(school, order.year),
      expiresAt: order.expires_at,
    })
    if (prepaid.type === 'ok') {
      if (
        await updateOrder(db, order.number, { prepay: prepaid.prepay, updated_at: clock.now() }, [
          'open',
        ])
      )
        return { type: 'ok', number: order.number, prepay: prepaid.prepay }
      // The order was cancelled while the gateway was called, so it is not returned.
      return refuseOrder(
        (await settleOrder(context, order.number, { end: true })) === 'paid'
          ? feesServerTexts.paidAlready
          : feesTexts.orderFailed,
      )
    }
    await updateOrder(db, order.number, { state: 'checking', updated_at: clock.now() })
    if (
      prepaid.type === 'over' &&
      (await settleOrder(context, order.number, { end: false })) === 'paid'
    )
      return refuseOrder(feesServerTexts.paidAlready)
    return refuseOrder(feesTexts.orderFailed)
  }
  return refuseOrder(feesTexts.orderFailed)
}

// Returns an open order again. Another phone might have paid it, so the payment sheet opens only
// after the gateway has confirmed that the order can still be paid.
async function reuseOrder(
  context: SettlementContext,
  number: string,
  prepay: string,
): Promise<PlaceOrderResult> {
  switch (await settleOrder(context, number, { end: false })) {
    case 'open':
      return { type: 'ok', number, prepay }
    case 'paid':
      return refuseOrder(feesServerTexts.paidAlready)
    case 'closed':
      return refuseOrder(feesTexts.orderFailed)
    case 'checking':
      return refuseOrder(feesServerTexts.gatewayAway)
  }
}

type FindOrCreateOrderResult =
  | { readonly type: 'order'; readonly order: PaymentOrderRow }
  | { readonly type: 'other'; readonly order: PaymentOrderRow }
  | { readonly type: 'refused'; readonly says: LocalizedText }

async function findOrMake(
  tx: Db,
  wish: PlaceOrderParams,
  now: Date,
): Promise<FindOrCreateOrderResult> {
  const { student, id } = wish
  await lockStudent(tx, student.code)
  // The student might have been withdrawn since the session was read.
  const { withdrawn_at: gone } = await tx
    .selectFrom('student')
    .select('withdrawn_at')
    .where('code', '=', student.code)
    .executeTakeFirstOrThrow()
  if (gone !== null) return { type: 'refused', says: refusalTexts.withdrawn }
  if (await hasPendingApplication(tx, { student: student.code, year: toChinaYear(now) }))
    return { type: 'refused', says: feesTexts.pendingReview }
  if (id !== undefined) {
    const bound = await resolveOrderId(tx, { id, student: student.code, now })
    if (bound.type === 'invalid') return { type: 'refused', says: feesServerTexts.orderIdEnded }
    if (bound.type === 'order') {
      const order = await findOrder(tx, bound.number)
      if (order?.state === 'paid') return { type: 'refused', says: feesServerTexts.paidAlready }
      if (order === undefined || order.state === 'closed' || order.expires_at <= now)
        return { type: 'refused', says: feesServerTexts.orderIdEnded }
      return { type: 'order', order: await reopenOrder(tx, order, now) }
    }
  }
  const wanted = await priceOrder(tx, wish, now)
  if ('says' in wanted) return { type: 'refused', says: wanted.says }
  const open = await findOpenOrder(tx, student.code)
  if (open !== undefined && !isSame(open, { ...wanted, open_id: wish.openId }, now))
    return { type: 'other', order: open }
  const order =
    open === undefined
      ? await insertOrder(tx, { ...wanted, student_code: student.code, open_id: wish.openId, now })
      : await reopenOrder(tx, open, now)
  if (id !== undefined) await bindOrderId(tx, { id, number: order.number })
  return { type: 'order', order }
}

// Whether an open order equals the request. The payment sheet belongs to one account of the
// messaging app, so another payer needs another order.
const isSame = (
  open: PaymentOrderRow,
  wanted: Pick<PaymentOrderRow, 'amount_fen' | 'charge_id' | 'open_id'>,
  now: Date,
): boolean =>
  open.amount_fen === wanted.amount_fen &&
  open.charge_id === wanted.charge_id &&
  open.open_id === wanted.open_id &&
  open.expires_at > now

// Marks an order as open before the gateway is called, so that it is not closed as abandoned.
async function reopenOrder(tx: Db, order: PaymentOrderRow, now: Date): Promise<PaymentOrderRow> {
  if (order.prepay === null) await updateOrder(tx, order.number, { state: 'open', updated_at: now })
  return order
}

type OrderPrice = Pick<PaymentOrderRow, 'year' | 'kind' | 'charge_id' | 'amount_fen'> & {
  until?: Date
}

/** Computes the payable amount. The client's price is never trusted. */
async function priceOrder(
  tx: Db,
  { student, input, tools, openId }: PlaceOrderParams,
  now: Date,
): Promise<OrderPrice | { readonly says: LocalizedText }> {
  const year = toChinaYear(now)
  if (tools.settings.gateway.type === 'wechatpay' && openId === '')
    return { says: feesServerTexts.openIdMissing }
  if (input.year !== String(year)) return { says: feesServerTexts.otherYear }
  if (input.item !== undefined && input.item !== '')
    return priceSingleFee(tx, { student, input, now })
  const owed = await findOwedAmount(tx, { student: student.code, year, now })
  if (owed === 0) return { says: feesServerTexts.nothingOwed }
  const lowest = await findMinimumPayment(tx, {
    ...student,
    year,
    otherwise: tools.settings.lowestFeeFen,
  })
  const problem = validateFen(input.amount, { owed, lowest })
  if (problem !== undefined) return { says: problem }
  const hold = await findReservationExpiry(tx, student.code)
  if (hold !== undefined && hold <= now) return { says: feesTexts.timeOverDorm }
  return {
    year,
    kind: input.orderType,
    charge_id: null,
    amount_fen: input.amount,
    ...(hold !== undefined && { until: hold }),
  }
}

// A single fee of the campus page is paid in full, except for the deducted part; the minimum amount
// of a payment does not apply.
async function priceSingleFee(
  tx: Db,
  { student, input, now }: { student: StudentRow; input: OrderRequest; now: Date },
): Promise<OrderPrice | { readonly says: LocalizedText }> {
  const charge = (await findBalances(tx, { student: student.code, now })).find(
    ({ id }) => String(id) === input.item,
  )
  if (charge === undefined || charge.owed_fen <= 0) return { says: feesServerTexts.nothingOwed }
  if (input.amount !== charge.owed_fen) return { says: feesTexts.amountWrong }
  return {
    year: charge.year,
    kind: input.orderType,
    charge_id: charge.id,
    amount_fen: input.amount,
  }
}
