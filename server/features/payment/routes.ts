import type { payment } from '#contract/payment'
import { feesServerTexts } from '#i18n/fees-server'
import { refusalTexts } from '#i18n/refusals'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import type { Db } from '../../platform/database/db.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { describeWindowRefusal, findCampusRules } from '../campus-rules/public.ts'
import { deleteDormCharge } from '../charges/public.ts'
import { cancelBedReservation } from '../dorm/public.ts'
import { findNewestOrder, createOrderId, findOpenOrder } from './orders.ts'
import { placeOrder } from './place-order.ts'
import { settleOrder } from './settle.ts'

/**
 * The handlers of payment. The server determines orders and prices. Only the gateway's confirmation
 * marks an order as paid (security 4).
 */
export const paymentHandlers = (gateway: PaymentGateway): Handlers<typeof payment> => ({
  orderId: studentHandler(async ({ student, db, now }) =>
    succeed({ id: await createOrderId(db, { student: student.code, now }) }),
  ),

  pay: studentHandler(async (ask) => {
    const { input, student, session, db, now, tools, orderId } = ask
    if (student.withdrawn_at !== null) return refuse(refusalTexts.withdrawn)
    const closed = describeWindowRefusal(await findCampusRules(ask), 'onlinefee', now)
    if (closed !== undefined) return refuse(closed)
    const { clock, limits } = tools
    const seconds = await limits.payments.consume(student.code)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    // The payment service knows the accounts of WeChat only.
    const payer = session.openId === null ? undefined : tools.hosts.findByAccount(session.openId)
    const canPay = payer?.type === 'wechat' || payer?.type === 'sandbox'
    const openId = canPay ? (session.openId ?? '') : ''
    const params = { student, openId, input, id: orderId, tools }
    const placed = await placeOrder({ db, gateway, clock }, params)
    return placed.type === 'refused'
      ? refuse(placed.says)
      : succeed({
          order: { payParams: gateway.sheetParams(placed.prepay, now), number: placed.number },
        })
  }),

  cancel: studentHandler(async ({ student, db, tools: { clock, limits } }) => {
    const seconds = await limits.payments.consume(student.code)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const open = await findOpenOrder(db, student.code)
    if (open === undefined) {
      // The payment was received before the cancellation, so the order is not reported as
      // cancelled.
      const newest = await findNewestOrder(db, student.code)
      return newest?.state === 'paid' ? refuse(feesServerTexts.paidAlready) : succeed({})
    }
    switch (await settleOrder({ db, gateway, clock }, open.number, { end: true })) {
      case 'paid':
        return refuse(feesServerTexts.paidAlready)
      case 'closed':
        // Cancelling the order releases the bed, and the student chooses again (FEE-53).
        if (open.kind === '1') await cancelOpenOrder(db, open.student_code)
        return succeed({})
      case 'open':
      case 'checking':
        return refuse(feesServerTexts.gatewayAway)
    }
  }),
})

const cancelOpenOrder = (db: Db, student: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockStudent(tx, student)
    if (await cancelBedReservation(tx, student)) await deleteDormCharge(tx, student)
  })
