import { sql } from 'kysely'
import type { PaymentTrialStage } from '#contract/external-services'
import type {
  GatewayPayment,
  GatewayRefund,
  StatementPayment,
} from '../../payment-gateways/payment-gateway.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentTrialRow } from '../../platform/database/schema/money-tables.ts'

/** The states in which a trial has an end. */
const ENDED = ['refunded', 'closed', 'failed'] as const
/** The shortest and the longest time until the gateway is asked again, seconds. */
const FIRST_CHECK_SECONDS = 5
const LAST_CHECK_SECONDS = 3600
const SHOWN = 20

/** Records a stage of a trial. A stage that comes again is counted, and its first time stays. */
export async function recordStage(
  db: Db,
  number: string,
  { stage, code = '', now }: { stage: PaymentTrialStage; code?: string; now: Date },
): Promise<void> {
  await db
    .insertInto('payment_trial_stage')
    .values({ number, stage, code: code.slice(0, 100), first_at: now, last_at: now, times: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['number', 'stage', 'code'])
        .doUpdateSet({ last_at: now, times: sql`payment_trial_stage.times + 1` }),
    )
    .execute()
}

/** Finds a trial; with `lock`, locks it until the transaction ends. */
export const findTrial = (
  db: Db,
  number: string,
  { lock = false } = {},
): Promise<PaymentTrialRow | undefined> =>
  db
    .selectFrom('payment_trial')
    .selectAll()
    .where('number', '=', number)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Finds the trial whose code can still be paid. */
export const findPayableTrial = (db: Db, now: Date) =>
  db
    .selectFrom('payment_trial')
    .select('number')
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Changes a trial. Without `next`, an ended trial is not asked about again, and another one soon. */
export const updateTrial = (
  db: Db,
  { number, created_at }: Pick<PaymentTrialRow, 'number' | 'created_at'>,
  {
    now,
    next,
    ...change
  }: Partial<Pick<PaymentTrialRow, 'state' | 'link' | 'transaction' | 'paid_at'>> & {
    now: Date
    next?: Date
  },
) => {
  const age = Math.floor((now.getTime() - created_at.getTime()) / 4000)
  const soon = Math.min(LAST_CHECK_SECONDS, Math.max(FIRST_CHECK_SECONDS, age))
  const hasEnded = ENDED.some((state) => state === change.state)
  return db
    .updateTable('payment_trial')
    .set({ ...change, next_at: hasEnded ? null : (next ?? addSeconds(now, soon)) })
    .where('number', '=', number)
    .execute()
}

/** Claims the trial about which the gateway was not asked for the longest time, if one is due. */
export const claimDueTrial = (db: Db, { now, next }: { now: Date; next: Date }) =>
  db
    .updateTable('payment_trial')
    .set({ next_at: next })
    .where('number', '=', (query) =>
      query
        .selectFrom('payment_trial')
        .select('number')
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('number')
    .executeTakeFirst()

/** Finds the newest trials with their stages, and all that have no end yet. */
export async function findTrials(db: Db) {
  const trials = await db
    .selectFrom('payment_trial')
    .leftJoin('staff', 'staff.code', 'payment_trial.created_by')
    .selectAll('payment_trial')
    .select((e) => e.fn.coalesce('staff.name', 'payment_trial.created_by').as('by'))
    .orderBy((e) => e('state', 'in', ENDED))
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  const stages =
    trials.length === 0
      ? []
      : await db
          .selectFrom('payment_trial_stage')
          .selectAll()
          .where(
            'number',
            'in',
            trials.map(({ number }) => number),
          )
          .orderBy('id')
          .execute()
  return trials.map((trial) => ({
    ...trial,
    stages: stages.filter(({ number }) => number === trial.number),
  }))
}

/**
 * Records a payment of a trial, by a notification or by the answer to a query. Returns false if the
 * order is no trial.
 */
export const recordTrialPayment = (
  db: Db,
  { number, transaction, amountFen }: Omit<GatewayPayment, 'type'>,
  { stage, now }: { stage: 'notified' | 'paid'; now: Date },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const trial = await findTrial(tx, number, { lock: true })
    if (trial === undefined) return false
    if (amountFen !== trial.amount_fen) {
      await recordStage(tx, number, { stage: 'wrong-amount', code: String(amountFen), now })
      return true
    }
    await recordStage(tx, number, { stage, now })
    if (trial.paid_at === null)
      await updateTrial(tx, trial, { state: 'paid', transaction, paid_at: now, now, next: now })
    return true
  })

/** Records what the gateway says about a refund of a trial. Returns false if the order is no trial. */
export const recordTrialRefund = (
  db: Db,
  { number, state }: GatewayRefund,
  now: Date,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const trial = await findTrial(tx, number, { lock: true })
    if (trial === undefined) return false
    if (trial.state === 'refunded') return true
    switch (state) {
      case 'processing':
        await recordStage(tx, number, { stage: 'refund-requested', now })
        await updateTrial(tx, trial, { state: 'refunding', now })
        return true
      case 'done':
        await recordStage(tx, number, { stage: 'refunded', now })
        await updateTrial(tx, trial, { state: 'refunded', now })
        return true
      case 'stuck':
      case 'closed':
        await recordStage(tx, number, {
          stage: 'refund-failed',
          code: state === 'stuck' ? 'ABNORMAL' : 'CLOSED',
          now,
        })
        await updateTrial(tx, trial, { state: 'stuck', now })
        return true
    }
  })

/**
 * Divides the payments of the gateway's bill into those of trials and all others. A payment with a
 * trial's number and another amount is no trial, so that it becomes a difference.
 */
export async function splitTrials(
  db: Db,
  payments: readonly StatementPayment[],
): Promise<{ trials: StatementPayment[]; others: StatementPayment[] }> {
  const rows = await db
    .selectFrom('payment_trial')
    .select(['number', 'amount_fen'])
    .where(sql<boolean>`number = any(${payments.map(({ number }) => number)})`)
    .execute()
  const known = new Map(rows.map((row) => [row.number, row.amount_fen]))
  const isTrial = ({ number, amountFen }: StatementPayment) => known.get(number) === amountFen
  return { trials: payments.filter(isTrial), others: payments.filter((one) => !isTrial(one)) }
}
