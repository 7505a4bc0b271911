import type pg from 'pg'

/**
 * Ends every session, as the office would. Submissions that wait on phones are sent after their
 * person has signed in again.
 */
export const endAllSessions = (client: pg.Client, now: Date) =>
  client.query(`update session set ended_at = $1, ended_why = 'office' where ended_at is null`, [
    now,
  ])
