import { sql } from 'kysely'
import type { ErrorReport } from '#contract/error-reporting'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

const RETENTION_SECONDS = 90 * DAY_SECONDS

/** Inserts an error report. */
export const saveErrorReport = (db: Db, trouble: ErrorReport, now: Date) =>
  db
    .insertInto('trouble')
    .values({ ...trouble, at: now })
    .execute()

/** Lists error reports, newest first, after an id; only those with `code`, if it is given. */
export const findErrorReports = (
  db: Db,
  { code, before, most }: { code: string; before: string | undefined; most: number },
) =>
  db
    .selectFrom('trouble')
    .selectAll()
    .$if(code !== '', (query) => query.where('code', '=', code))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`id < ${before}`))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Deletes error reports older than 90 days. */
export const pruneErrorReports = (db: Db, now: Date) =>
  db.deleteFrom('trouble').where('at', '<', addSeconds(now, -RETENTION_SECONDS)).execute()
