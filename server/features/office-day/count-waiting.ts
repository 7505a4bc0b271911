import { type Compilable, sql } from 'kysely'
import {
  APPLICATION_PENDING,
  HOUSEHOLD_APPLICATION_KIND,
  LOAN_APPLICATION_KIND,
} from '#contract/green-channel'
import type { WaitingKind, WaitingWork } from '#contract/office-day'
import { addSeconds, DAY_SECONDS, toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { type ClassScope, selectWaitingRequests } from '../counsellors/public.ts'
import { selectHeldScans } from '../phone-reports/public.ts'
import { type InboxAssignee, selectOpenEntries } from '../support-inbox/public.ts'

/** What the counts of a person depend on. */
interface WaitingParams {
  readonly now: Date
  /** The import kinds of the person's roles. */
  readonly importKinds: readonly string[]
  /** If set, only entries of the inbox that are assigned to this person or role. */
  readonly holder: InboxAssignee | undefined
  /** The classes whose requests the person answers. */
  readonly classes: ClassScope
}

/** Counts how much work of a kind waits, and for how long. */
export async function countWaiting(
  db: Db,
  kind: WaitingKind,
  params: WaitingParams,
): Promise<WaitingWork> {
  const { now } = params
  // A sum of what phones report can be more than an int.
  const before = (days: number) => addSeconds(now, -days * DAY_SECONDS)
  const { rows } = await sql<Counted>`
    select coalesce(sum(amount), 0)::float8 as count, min(at) as oldest,
      coalesce(sum(amount) filter (where at < ${before(1)}), 0)::float8 as "overOneDay",
      coalesce(sum(amount) filter (where at < ${before(3)}), 0)::float8 as "overThreeDays"
    from ${selectWaiting(db, kind, params)} as waiting`.execute(db)
  const { oldest, ...counts } = rows[0] ?? NONE
  return { kind, ...counts, oldestAt: oldest?.toISOString() ?? '' }
}

interface Counted extends Omit<WaitingWork, 'kind' | 'oldestAt'> {
  readonly oldest: Date | null
}
const NONE: Counted = { count: 0, overOneDay: 0, overThreeDays: 0, oldest: null }

const ONE = sql<number>`1`.as('amount')

// Selects the waiting work: since when it waits, and its amount.
function selectWaiting(
  db: Db,
  kind: WaitingKind,
  { now, importKinds, holder, classes }: WaitingParams,
): Compilable<{ at: Date | null; amount: number }> {
  switch (kind) {
    case 'loans':
    case 'households':
      // The list of the review begins with this year, too.
      return db
        .selectFrom('green_application')
        .select(['applied_at as at', ONE])
        .where('type', '=', APPLICATION_TYPES[kind])
        .where('year', '=', toChinaYear(now))
        .where('status', '=', APPLICATION_PENDING)
    case 'transfers':
      return db
        .selectFrom('major_transfer')
        .select(['applied_at as at', ONE])
        .where('status', '=', APPLICATION_PENDING)
    case 'late-arrivals':
      return selectWaitingRequests(db, classes, now).select(['request.requested_at as at', ONE])
    case 'complaints':
      return selectOpenEntries(db, holder).select(['inbox.created_at as at', ONE])
    case 'refused-rows':
      return db
        .selectFrom((e) =>
          e
            .selectFrom('import')
            .select(['at', 'refused'])
            .distinctOn('kind')
            .where('kind', 'in', importKinds)
            .where('state', 'in', ['checked', 'applied'])
            .where('at', '>', addSeconds(now, -REFUSALS_SHOWN_DAYS * DAY_SECONDS))
            .orderBy('kind')
            .orderBy('at', 'desc')
            .as('newest'),
        )
        .select(['at', sql<number>`refused`.as('amount')])
        .where('refused', '>', 0)
    case 'payment-incidents':
      return db
        .selectFrom('payment_incident')
        .select(['noticed_at as at', ONE])
        .where('handled_at', 'is', null)
    case 'held-scans':
      return selectHeldScans(db).select(['oldest_at as at', sql<number>`scans`.as('amount')])
    case 'without-bed':
      return selectExpectedStudents(db, { ...ALL_NEW_STUDENTS, now })
        .select([sql<null>`null::timestamptz`.as('at'), ONE])
        .where('place.student_code', 'is', null)
  }
}

const APPLICATION_TYPES = {
  loans: LOAN_APPLICATION_KIND,
  households: HOUSEHOLD_APPLICATION_KIND,
} as const

// Nobody corrects the rows of an older file any more.
const REFUSALS_SHOWN_DAYS = 30

/** The filter of all new students. */
export const ALL_NEW_STUDENTS = {
  cohort: 'new',
  department: '',
  building: '',
  buildingScope: 'all',
} as const
