import { sql } from 'kysely'
import type { ErrorReport } from '#contract/error-reporting'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

const RETENTION_SECONDS = 90 * DAY_SECONDS

/** Write an error down. */
export const saveErrorReport = (db: Db, trouble: ErrorReport, now: Date) =>
  db
    .insertInto('trouble')
    .values({ ...trouble, at: now })
    .execute()

/** Errors, newest first, from behind the id; of one code, if one is named. */
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

/** Forget what is older than 90 days. */
export const pruneErrorReports = (db: Db, now: Date) =>
  db.deleteFrom('trouble').where('at', '<', addSeconds(now, -RETENTION_SECONDS)).execute()
