import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { applications, type Found } from '../greenchannel/face.ts'

/** Which applications a reviewer looks at. */
export interface Filter {
  readonly type: string
  readonly year: number
  /** '' for all. */
  readonly status: string
}

/** Where a page ended: the last application on it. */
export interface Cursor {
  readonly appliedAt: Date
  readonly id: string
}

/**
 * A page of applications, newest first, from after the cursor, or from a place in the list for who
 * pages by number.
 */
export async function findPage(
  db: Db,
  { type, year, status }: Filter,
  { size, after, offset }: { size: number; after: Cursor | undefined; offset: number },
): Promise<Found[]> {
  return applications(db)
    .where('applied.type', '=', type)
    .where('year', '=', year)
    .$if(status !== '', (query) => query.where('applied.status', '=', status))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(applied.applied_at, applied.id) < (${after?.appliedAt}, ${after?.id})`,
      ),
    )
    .orderBy('applied.applied_at', 'desc')
    .orderBy('applied.id', 'desc')
    .limit(size)
    .$if(offset > 0, (query) => query.offset(offset))
    .execute()
}

/** How many there are in all; kept counted, never counted anew. */
export async function countAll(db: Db, { type, year, status }: Filter): Promise<number> {
  const { total } = await db
    .selectFrom('green_count')
    .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
    .where('type', '=', type)
    .where('year', '=', year)
    .$if(status !== '', (query) => query.where('status', '=', status))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** A student's applications of a type in a year. */
export const findOf = (
  db: Db,
  { student, type, year }: { student: string; type: string; year: number },
): Promise<Found[]> =>
  applications(db)
    .where('student_code', '=', student)
    .where('applied.type', '=', type)
    .where('year', '=', year)
    .execute()

/** The application that a decision is about, held until it is decided. */
export const holdOne = (
  db: Db,
  { review, student, type, year }: { review: string; student: string; type: string; year: number },
) =>
  db
    .selectFrom('green_application')
    .selectAll()
    .where('review_id', '=', review)
    .where('student_code', '=', student)
    .where('type', '=', type)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirst()

/** Write a decision down, and a line about it that stays. */
export async function decide(
  db: Db,
  held: NonNullable<Awaited<ReturnType<typeof holdOne>>>,
  {
    status,
    reason,
    reviewer,
    now,
  }: { status: string; reason: string; reviewer: string; now: Date },
): Promise<void> {
  const isApproved = status === '1'
  await db
    .updateTable('green_application')
    .set({
      status,
      reason,
      version: held.version + 1,
      audit_amount_fen: isApproved ? held.amount_fen : null,
    })
    .where('id', '=', held.id)
    .execute()
  await db
    .insertInto('audit_log')
    .values({
      application_id: held.id,
      student_code: held.student_code,
      reviewer,
      from_status: held.status,
      to_status: status,
      reason,
      amount_fen: held.amount_fen,
      decided_at: now,
    })
    .execute()
}
