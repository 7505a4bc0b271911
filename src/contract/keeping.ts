/**
 * How far back a campus may be brought (a backup, a standby that was behind), days: a phone keeps the
 * receipt of what it delivered for so long, and can bring back what the campus then does not have.
 */
export const RESTORABLE_DAYS = 35

/**
 * How long the campus keeps the key of a submission, days: a week longer than phones ask about it, so
 * that one that was forgotten is not taken for one that was lost.
 */
export const KEY_DAYS = RESTORABLE_DAYS + 7
