import { sql } from 'kysely'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { addSeconds, type Clock, toChinaSecond } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentTrialRow } from '../../platform/database/schema/money-tables.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import {
  findPayableTrial,
  findTrial,
  recordStage,
  recordTrialPayment,
  recordTrialRefund,
  updateTrial,
} from './store.ts'

/** The amount of a trial, fen. */
const TRIAL_FEN = 1
/** How long the code of a trial can be paid, seconds. */
const LIFETIME_SECONDS = 900
/** How long the notification of a payment is waited for before the refund, seconds. */
const NOTICE_SECONDS = 60
/** When an order that the gateway does not know counts as never made, seconds. */
const UNKNOWN_SECONDS = 60

/** What the functions of trials need. */
export interface TrialContext {
  readonly db: Db
  readonly gateway: PaymentGateway
  /** The clock, because the gateway may be slow. */
  readonly clock: Clock
}

/**
 * Starts a trial: an order of one fen whose code anybody can scan and pay. While another trial can
 * be paid, that one is returned. `record` runs in the transaction that creates the trial. Do not call
 * it inside a transaction, because the gateway may be slow.
 */
export async function startTrial(
  { db, gateway, clock }: TrialContext,
  {
    by,
    subject,
    record,
  }: { by: string; subject: string; record: (tx: Db, number: string) => Promise<void> },
): Promise<string> {
  const now = clock.now()
  const made = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('payment trial'))`.execute(tx)
    const known = await findPayableTrial(tx, now)
    if (known !== undefined) return known.number
    const trial: PaymentTrialRow = {
      number: `BDT${toChinaSecond(now).replace(/\D/g, '')}${createSecret()
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 12)}`,
      amount_fen: TRIAL_FEN,
      link: '',
      state: 'waiting',
      transaction: '',
      created_at: now,
      created_by: by,
      expires_at: addSeconds(now, LIFETIME_SECONDS),
      paid_at: null,
      // Later than the answer of the gateway, which is recorded below.
      next_at: addSeconds(now, UNKNOWN_SECONDS),
    }
    await tx.insertInto('payment_trial').values(trial).execute()
    await record(tx, trial.number)
    return trial
  })
  if (typeof made === 'string') return made
  const { number, expires_at: expiresAt } = made
  const prepaid = await gateway.prepayByCode({ number, amountFen: TRIAL_FEN, subject, expiresAt })
  if (prepaid.type === 'ok') {
    await recordStage(db, number, { stage: 'ordered', now: clock.now() })
    await updateTrial(db, made, { link: prepaid.link, now: clock.now() })
  } else {
    await recordStage(db, number, {
      stage: 'order-failed',
      code: prepaid.code || NO_ANSWER,
      now: clock.now(),
    })
    await updateTrial(db, made, { state: 'failed', now: clock.now() })
  }
  return number
}

const NO_ANSWER = 'NO_ANSWER'

/**
 * Asks the gateway about a trial and takes the next step: a paid trial is refunded, an unpaid one is
 * closed at its end. It can be repeated at any time. Do not call it inside a transaction.
 */
export async function advanceTrial(context: TrialContext, number: string): Promise<void> {
  const trial = await findTrial(context.db, number)
  switch (trial?.state) {
    case 'waiting':
      return askForPayment(context, trial)
    case 'paid':
      return refund(context, trial)
    case 'refunding':
    case 'stuck':
      return askForRefund(context, trial)
    case 'refunded':
    case 'closed':
    case 'failed':
    case undefined:
      return
  }
}

async function askForPayment(
  { db, gateway, clock }: TrialContext,
  trial: PaymentTrialRow,
): Promise<void> {
  const { number, expires_at, created_at } = trial
  let standing = await gateway.query(number)
  if (standing.type === 'waiting' && expires_at <= clock.now())
    standing = await gateway.close(number)
  const now = clock.now()
  switch (standing.type) {
    case 'paid':
    case 'refunded':
      await recordTrialPayment(db, standing, { stage: 'paid', now })
      return
    case 'unknown':
      if (addSeconds(created_at, UNKNOWN_SECONDS) > now) break
      await close(db, trial, now)
      return
    case 'closed':
      await close(db, trial, now)
      return
    case 'unavailable':
      await recordStage(db, number, { stage: 'unreachable', code: NO_ANSWER, now })
      break
    case 'waiting':
  }
  await updateTrial(db, trial, { now })
}

// The trial can have been paid while the gateway was asked.
const close = (db: Db, { number }: PaymentTrialRow, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const trial = await findTrial(tx, number, { lock: true })
    if (trial?.state !== 'waiting') return
    await recordStage(tx, number, { stage: 'closed', now })
    await updateTrial(tx, trial, { state: 'closed', now })
  })

async function refund({ db, gateway, clock }: TrialContext, trial: PaymentTrialRow): Promise<void> {
  const { number, amount_fen: fen, paid_at } = trial
  const noticeUntil = addSeconds(paid_at ?? clock.now(), NOTICE_SECONDS)
  if (!(await hasNotice(db, number))) {
    if (clock.now() < noticeUntil) {
      await updateTrial(db, trial, { now: clock.now() })
      return
    }
    await recordStage(db, number, { stage: 'no-notice', now: clock.now() })
  }
  const said = await gateway.refund({
    requestNumber: refundNumberOf(number),
    number,
    totalFen: fen,
    amountFen: fen,
    reason: 'Trial of one fen',
  })
  // A refusal can be about a repetition, so the gateway is asked whether it has the refund.
  const found = said.type === 'refused' ? await gateway.queryRefund(refundNumberOf(number)) : said
  const now = clock.now()
  if (found.type === 'refund') {
    await recordTrialRefund(db, found, now)
    return
  }
  const isRefused = said.type === 'refused'
  await recordStage(db, number, {
    stage: isRefused ? 'refund-failed' : 'unreachable',
    code: (said.type === 'refused' || said.type === 'unavailable' ? said.code : '') || NO_ANSWER,
    now,
  })
  await updateTrial(db, trial, { now })
}

async function askForRefund(
  { db, gateway, clock }: TrialContext,
  trial: PaymentTrialRow,
): Promise<void> {
  const said = await gateway.queryRefund(refundNumberOf(trial.number))
  const now = clock.now()
  if (said.type === 'refund') {
    await recordTrialRefund(db, said, now)
    return
  }
  // The gateway has no such refund, so it is requested again.
  if (said.type === 'unknown') {
    await updateTrial(db, trial, { state: 'paid', now, next: now })
    return
  }
  await recordStage(db, trial.number, { stage: 'unreachable', code: NO_ANSWER, now })
  await updateTrial(db, trial, { now })
}

const refundNumberOf = (number: string) => `${number}R`

const hasNotice = async (db: Db, number: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_trial_stage')
    .select('id')
    .where('number', '=', number)
    .where('stage', '=', 'notified')
    .executeTakeFirst()) !== undefined
