import * as v from 'valibot'
import type { OutboxSummary } from '#offline/outbox/outbox-summary'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { getLastSubject } from '../session/session.ts'
import { getLastSeenDeliveriesTime, type OutboxView } from './outbox-view.ts'

/**
 * A note of the last read of the outbox, after which the next start need not load the code that
 * reads and sends it: nothing waited, every delivery had been seen and reported.
 */
const IdleOutbox = v.object({
  subject: v.string(),
  /** The highest `order` of all receipts; absent without receipts. */
  lastReceipt: v.optional(v.number()),
  /** When the last submission was delivered, ms since the epoch; 0 without receipts. */
  deliveredAt: v.number(),
  /** When the outbox was read, ms since the epoch. */
  readAt: v.number(),
})
type IdleOutbox = v.InferOutput<typeof IdleOutbox>

const KEY = 'outboxIdle'
/**
 * After this time, ms, the outbox is read although nothing waits: a sending round deletes receipts
 * that are too old.
 */
const WEEK_MS = 7 * 86_400_000

/** Notes whether the outbox is idle. `isReported`: the campus knows of all deliveries. */
export function recordOutboxIdle(
  { items, receipts, unavailable, loss }: OutboxView,
  isReported: boolean,
): void {
  const subject = getLastSubject()
  const deliveredAt = Math.max(0, ...receipts.map((one) => one.deliveredAt))
  const isIdle =
    items.length === 0 &&
    unavailable !== true &&
    loss === undefined &&
    deliveredAt <= getLastSeenDeliveriesTime() &&
    isReported
  if (subject === undefined || !isIdle) return safeLocalStorage.removeItem(KEY)
  const orders = receipts.map(({ order }) => order)
  const note: IdleOutbox = {
    subject,
    ...(orders.length > 0 && { lastReceipt: Math.max(...orders) }),
    deliveredAt,
    readAt: Date.now(),
  }
  safeLocalStorage.setItem(KEY, JSON.stringify(note))
}

/**
 * Whether the outbox is still as the note says: since then nothing was submitted, delivered or put
 * back. Resolves to the note; undefined if the outbox has to be read.
 *
 * The note alone proves nothing, since the browser can lose it or keep it longer than the database.
 * Every submission gets a higher `order` than all earlier ones, so a new receipt changes the highest
 * `order`.
 */
export function findIdleNote(summary: OutboxSummary | undefined): IdleOutbox | undefined {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), IdleOutbox),
    safeLocalStorage.getItem(KEY),
  )
  if (!read.success || summary === undefined) return undefined
  const { subject, lastReceipt, readAt } = read.output
  const isSame = summary.itemCount === 0 && summary.lastReceipt === lastReceipt
  const isRecent = Math.abs(Date.now() - readAt) < WEEK_MS
  return isSame && isRecent && subject === getLastSubject() ? read.output : undefined
}
