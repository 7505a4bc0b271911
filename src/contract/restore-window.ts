/**
 * The number of days by which every campus is allowed to set its database back (by restoring a
 * backup, or by promoting a standby that lagged). A phone keeps the receipt of each delivery for
 * this time, and can deliver again what the campus has lost. A campus can set a larger number
 * (`restorableDays` in `page-settings.ts`).
 */
export const RESTORABLE_DAYS = 35

/**
 * The number of days for which the campus keeps the idempotency key of a submission. It is a week
 * longer than phones check their receipts, so that a key which has expired is not taken for a key
 * which was lost.
 */
export const idempotencyKeyRetentionDays = (restorableDays: number): number => restorableDays + 7
