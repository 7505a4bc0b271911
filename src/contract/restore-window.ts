/**
 * How many days back every campus may restore its database (a backup, or a standby that lagged): a
 * phone keeps the receipt of each delivery for so long, and can deliver again what the campus has
 * lost. A campus may set more (`restorableDays` in `page-settings.ts`).
 */
export const RESTORABLE_DAYS = 35

/**
 * How many days the campus keeps the idempotency key of a submission: a week longer than phones
 * check their receipts, so that an expired key is not taken for a lost one.
 */
export const idempotencyKeyRetentionDays = (restorableDays: number): number => restorableDays + 7
