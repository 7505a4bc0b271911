import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import { addSeconds, type Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { MoneyTables } from '../platform/database/schema/money-tables.ts'
import { createSecret } from '../platform/sessions/secrets.ts'
import type {
  GatewayOrderStatus,
  GatewayRefund,
  GatewayRefundStatus,
  PaymentGateway,
} from './payment-gateway.ts'

const SIGNATURE = 'sandbox-signature'
const amountFen = v.pipe(v.number(), v.integer(), v.minValue(1))
const NotificationBody = v.variant('type', [
  v.object({
    type: v.optional(v.literal('paid'), 'paid'),
    number: v.string(),
    transaction: v.string(),
    amountFen,
  }),
  v.object({
    type: v.literal('refund'),
    number: v.string(),
    requestNumber: v.string(),
    refund: v.string(),
    amountFen,
    state: v.picklist(['done', 'stuck', 'closed']),
  }),
])
/** How long the sandbox works on a refund, seconds. */
export const SANDBOX_REFUND_SECONDS = 3

/**
 * The outcomes of the sandbox's payment sheet. 'dies': the order is paid, but the phone gets no
 * result.
 */
export const SANDBOX_SHEET_OUTCOMES = ['ok', 'cancel', 'fail', 'dies'] as const

/**
 * Creates the demo's gateway, which simulates a real one with its own bills and signed
 * notifications, without real money.
 */
export function sandboxGateway({ db, clock }: { db: Db; clock: Clock }): PaymentGateway {
  const standing = async (number: string): Promise<GatewayOrderStatus> => {
    const order = await db
      .selectFrom('sandbox_order')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst()
    if (order === undefined) return { type: 'unknown' }
    if (order.state === 'paid')
      return {
        type: (await refundsOf(number)).length > 0 ? 'refunded' : 'paid',
        number,
        transaction: order.transaction ?? '',
        amountFen: order.amount_fen,
      }
    return {
      type: order.state === 'closed' || order.expires_at <= clock.now() ? 'closed' : 'waiting',
    }
  }
  const refundsOf = (number: string) =>
    db.selectFrom('sandbox_refund').selectAll().where('order_number', '=', number).execute()
  const describeRefund = (row: Selectable<MoneyTables['sandbox_refund']>): GatewayRefund => ({
    number: row.order_number,
    requestNumber: row.number,
    refund: row.refund,
    amountFen: row.amount_fen,
    state:
      addSeconds(row.created_at, SANDBOX_REFUND_SECONDS) <= clock.now() ? 'done' : 'processing',
  })
  const queryRefund = async (requestNumber: string): Promise<GatewayRefundStatus> => {
    const row = await db
      .selectFrom('sandbox_refund')
      .selectAll()
      .where('number', '=', requestNumber)
      .executeTakeFirst()
    return row === undefined ? { type: 'unknown' } : { type: 'refund', ...describeRefund(row) }
  }
  const prepay: PaymentGateway['prepay'] = async ({ number, amountFen, expiresAt }) => {
    await db
      .insertInto('sandbox_order')
      .values({
        number,
        amount_fen: amountFen,
        prepay: createSecret(),
        state: 'waiting',
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { state, prepay: secret } = await db
      .selectFrom('sandbox_order')
      .select(['state', 'prepay'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return state === 'waiting' ? { type: 'ok', prepay: secret } : { type: 'over' }
  }
  return {
    way: 'wechat',
    // The row of the order is locked, so that concurrent refunds never return more than was paid.
    refund: ({ requestNumber, number, totalFen, amountFen: fen }) =>
      db.transaction().execute(async (tx): Promise<GatewayRefundStatus> => {
        const order = await tx
          .selectFrom('sandbox_order')
          .selectAll()
          .where('number', '=', number)
          .forUpdate()
          .executeTakeFirst()
        if (order?.state !== 'paid') return { type: 'refused', code: 'RESOURCE_NOT_EXISTS' }
        const refunds = await tx
          .selectFrom('sandbox_refund')
          .selectAll()
          .where('order_number', '=', number)
          .execute()
        const known = refunds.find((one) => one.number === requestNumber)
        if (known !== undefined) return { type: 'refund', ...describeRefund(known) }
        const returned = refunds.reduce((sum, one) => sum + one.amount_fen, 0)
        if (totalFen !== order.amount_fen || fen < 1 || returned + fen > order.amount_fen)
          return { type: 'refused', code: 'INVALID_REQUEST' }
        const row = {
          number: requestNumber,
          order_number: number,
          refund: `SBR${createSecret().slice(0, 20)}`,
          amount_fen: fen,
          created_at: clock.now(),
        }
        await tx.insertInto('sandbox_refund').values(row).execute()
        return { type: 'refund', ...describeRefund(row) }
      }),
    queryRefund,
    prepay,
    prepayByCode: async (wanted) => {
      const made = await prepay({ ...wanted, openId: '' })
      return made.type === 'ok'
        ? { type: 'ok', link: `/sandbox/pay?prepay=${made.prepay}` }
        : { type: 'failed', code: 'ORDERPAID' }
    },
    sheetParams: (prepay, now) => ({
      timestamp: String(Math.floor(now.getTime() / 1000)),
      package: `prepay_id=${prepay}`,
      signType: 'RSA',
      nonce: createSecret().slice(0, 32),
      sign: createHmac('sha256', prepay).update('sandbox').digest('base64'),
    }),
    query: standing,
    close: async (number) => {
      await db
        .updateTable('sandbox_order')
        .set({ state: 'closed' })
        .where('number', '=', number)
        .where('state', '=', 'waiting')
        .execute()
      return standing(number)
    },
    readNotification: async (headers, body) => {
      const said = Buffer.from(headers.get(SIGNATURE) ?? '', 'base64')
      const right = createHmac('sha256', await keyOf(db))
        .update(body)
        .digest()
      if (said.byteLength !== right.byteLength || !timingSafeEqual(said, right))
        return { type: 'forged' }
      const parsed = v.safeParse(NotificationBody, JSON.parse(body))
      return parsed.success ? parsed.output : { type: 'other' }
    },
    notificationReply: (isHeard) => ({
      contentType: 'text/plain',
      body: isHeard ? 'success' : 'fail',
    }),
    fetchStatement: async (day) => {
      const rows = await db
        .selectFrom('sandbox_order')
        .select(['number', 'transaction', 'amount_fen'])
        .where('state', '=', 'paid')
        .where(sql<boolean>`(paid_at at time zone 'Asia/Shanghai')::date = ${day}::date`)
        .execute()
      const payments = rows.map(({ number, transaction, amount_fen }) => ({
        number,
        transaction: transaction ?? '',
        amountFen: amount_fen,
      }))
      const refunds = await db
        .selectFrom('sandbox_refund')
        .selectAll()
        .where(sql<boolean>`(created_at at time zone 'Asia/Shanghai')::date = ${day}::date`)
        .execute()
      return { payments, refunds: refunds.map(describeRefund) }
    },
  }
}

/** A signed notification of the sandbox. */
export interface SandboxNotification {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Applies an outcome of the payment sheet to a prepaid order. Returns the notification, if any. */
export async function simulatePaymentSheet(
  db: Db,
  {
    prepay,
    outcome,
    now,
  }: { prepay: string; outcome: (typeof SANDBOX_SHEET_OUTCOMES)[number]; now: Date },
): Promise<
  { type: 'none' } | { type: 'unknown' } | { type: 'notice'; notice: SandboxNotification }
> {
  if (outcome === 'cancel' || outcome === 'fail') return { type: 'none' }
  const paid = await db
    .updateTable('sandbox_order')
    .set({ state: 'paid', transaction: `SB${createSecret().slice(0, 20)}`, paid_at: now })
    .where('prepay', '=', prepay)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .returning(['number', 'transaction', 'amount_fen'])
    .executeTakeFirst()
  if (paid === undefined) return { type: 'unknown' }
  if (outcome === 'dies') return { type: 'none' }
  const body = JSON.stringify({
    number: paid.number,
    transaction: paid.transaction,
    amountFen: paid.amount_fen,
  })
  return { type: 'notice', notice: await signSandboxNotification(db, body) }
}

/** Signs a notification of the sandbox. */
export const signSandboxNotification = async (
  db: Db,
  body: string,
): Promise<SandboxNotification> => ({
  headers: {
    [SIGNATURE]: createHmac('sha256', await keyOf(db))
      .update(body)
      .digest('base64'),
  },
  body,
})

// The signing key, shared by all processes of a campus through the database.
async function keyOf(db: Db): Promise<Buffer> {
  const find = () => db.selectFrom('sandbox_key').select('secret').executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.secret
  await db
    .insertInto('sandbox_key')
    .values({ id: 1, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find())?.secret ?? randomBytes(32)
}
