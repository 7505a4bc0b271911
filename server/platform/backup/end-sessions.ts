import type pg from 'pg'

/**
 * Ends every session, as the office can do for one session. Submissions that wait on a phone are
 * sent after the person has signed in again.
 */
export const endAllSessions = (client: pg.Client, now: Date) =>
  client.query(`update session set ended_at = $1, ended_why = 'office' where ended_at is null`, [
    now,
  ])
