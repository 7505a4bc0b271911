import { sql } from 'kysely'
import type { OutboxReport } from '#contract/phone-reports'
import { addSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

/** Stores a phone's report about its outbox. Each session has only its newest report. */
export async function savePhoneReport(
  db: Db,
  { session, held, now }: { session: Buffer; held: OutboxReport; now: Date },
): Promise<void> {
  const { waiting, refused, scans, version } = held
  const report = {
    waiting,
    refused,
    scans,
    version,
    oldest_at: waiting + refused === 0 ? null : addSeconds(now, -held.oldest),
    reported_at: now,
  }
  await db
    .insertInto('phone_report')
    .values({ session_hash: session, ...report })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(report))
    .execute()
}

// If a phone has ended its own session, its outbox is empty. If the session was ended otherwise,
// submissions might be left in the outbox.
const HAS_PENDING_ITEMS = sql<boolean>`
  report.waiting + report.refused > 0 and (session.ended_at is null or session.ended_why is not null)`

/** The cursor after a page of phones. */
export interface PhoneReportCursor {
  readonly at: Date
  readonly id: number
}

/**
 * Lists the phones with pending submissions, after a cursor. The phone with the oldest submission
 * comes first.
 */
export const findPhonesWithPendingItems = (
  db: Db,
  { behind, most }: { behind?: PhoneReportCursor; most: number },
) =>
  selectPhonesWithPendingItems(db)
    .leftJoin('student', (join) =>
      join.on('session.role', '=', 'student').onRef('student.code', '=', 'session.code'),
    )
    .leftJoin('staff', (join) =>
      join.on('session.role', '=', 'staff').onRef('staff.code', '=', 'session.code'),
    )
    .select((e) => [
      'report.id',
      'session.role',
      'session.code',
      e.fn.coalesce('student.name', 'staff.name', e.val('')).as('name'),
      e.fn.coalesce('student.number', 'student.exam_number', 'staff.code', e.val('')).as('number'),
      e.fn.coalesce('student.department', 'staff.department', e.val('')).as('department'),
      'waiting',
      'refused',
      'scans',
      'oldest_at',
      'version',
      'reported_at',
      e('session.ended_at', 'is not', null).$castTo<boolean>().as('ended'),
    ])
    .$if(behind !== undefined, (query) =>
      query.where(sql<boolean>`(oldest_at, report.id) > (${behind?.at}, ${behind?.id})`),
    )
    .orderBy('oldest_at')
    .orderBy('report.id')
    .limit(most)
    .execute()

/** Counts the phones with pending submissions, and the submissions. */
export const countPhonesWithPending = (db: Db) =>
  selectPhonesWithPendingItems(db)
    .select(({ fn }) => [
      fn.countAll<string>().as('phones'),
      fn.coalesce(fn.sum<string>('waiting'), sql<string>`0`).as('waiting'),
      fn.coalesce(fn.sum<string>('refused'), sql<string>`0`).as('refused'),
    ])
    .executeTakeFirstOrThrow()

const selectPhonesWithPendingItems = (db: Db) =>
  db
    .selectFrom('phone_report as report')
    .innerJoin('session', 'session.token_hash', 'report.session_hash')
    .where(HAS_PENDING_ITEMS)
