import type pg from 'pg'

/** End every sign-in, as the office would: what waits on phones goes once its person is back. */
export const endAllSessions = (client: pg.Client, now: Date) =>
  client.query(`update session set ended_at = $1, ended_why = 'office' where ended_at is null`, [
    now,
  ])
