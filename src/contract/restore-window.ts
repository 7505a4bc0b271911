/**
 * How far back a campus may at least be brought (a backup, a standby that was behind), days: a phone
 * keeps the receipt of what it delivered for so long, and can bring back what the campus then does not
 * have. A campus may say more (`RESTORABLE_DAYS`, `page-settings.ts`).
 */
export const RESTORABLE_DAYS = 35

/**
 * How long the campus keeps the key of a submission, days: a week longer than phones ask about it, so
 * that one that was forgotten is not taken for one that was lost.
 */
export const idempotencyKeyDays = (restorableDays: number): number => restorableDays + 7
