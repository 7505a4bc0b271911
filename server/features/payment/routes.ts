import type { payment } from '#contract/payment'
import { feesServerTexts } from '#i18n/fees-server'
import { refusalTexts } from '#i18n/refusals'
import type { Gateway } from '../../payments/gateway.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { unpriceDorm } from '../charges/face.ts'
import { dropHeldPlace } from '../dorm/face.ts'
import { newestOrder, newOrderId, openOrder } from './orders.ts'
import { placeOrder } from './place.ts'
import { settle } from './settle.ts'

/**
 * Payment: the server makes the order and its price; only the gateway's word makes anything paid
 * (security 4).
 */
export const paymentHandlers = (gateway: Gateway): Handlers<typeof payment> => ({
  orderId: byStudent(async ({ student, db, now }) =>
    good({ id: await newOrderId(db, { student: student.code, now }) }),
  ),

  pay: byStudent(async ({ input, student, session, db, now, tools, orderId }) => {
    if (student.withdrawn_at !== null) return refused(refusalTexts.withdrawn)
    const { clock, limits } = tools
    const seconds = await limits.payments.use(student.code)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const wish = { student, openId: session.openId ?? '', input, id: orderId, tools }
    const placed = await placeOrder({ db, gateway, clock }, wish)
    return placed.type === 'refused'
      ? refused(placed.says)
      : good({ order: { payParams: gateway.params(placed.prepay, now), number: placed.number } })
  }),

  cancel: byStudent(async ({ student, db, tools: { clock, limits } }) => {
    const seconds = await limits.payments.use(student.code)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const open = await openOrder(db, student.code)
    if (open === undefined) {
      // Its money came before the tap did: nobody is told that it was given up.
      const newest = await newestOrder(db, student.code)
      return newest?.state === 'paid' ? refused(feesServerTexts.paidAlready) : good({})
    }
    switch (await settle({ db, gateway, clock }, open.number, { end: true })) {
      case 'paid':
        return refused(feesServerTexts.paidAlready)
      case 'closed':
        // Who gives the order up chooses a bed anew (FEE-53).
        if (open.kind === '1') await letGo(db, open.student_code)
        return good({})
      case 'open':
      case 'checking':
        return refused(feesServerTexts.gatewayAway)
    }
  }),
})

const letGo = (db: Db, student: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockStudent(tx, student)
    if (await dropHeldPlace(tx, student)) await unpriceDorm(tx, student)
  })
