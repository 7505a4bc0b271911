import { type DeedName, deedsSaid } from '#words/office-actions'
import type { Db } from '../../platform/database/database.ts'
import { asLike } from '../../platform/database/like.ts'
import { nameHolds } from '../../platform/database/person-search.ts'

/** What somebody in the office did, for its log. */
interface Deed {
  /** The code of the staff member; `student:<code>` of a student who was shown others' numbers. */
  readonly staff: string
  /** As the log has words for it, such as `students.withdraw`. */
  readonly action: DeedName
  /** Whom or what it was done to: `student:<code>`, `notice:<id>` … */
  readonly about?: string
  readonly reason?: string
  /** What a reader needs to understand it; no ID number, no phone number. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly now: Date
}

/**
 * Write into the log of the office what is done, in the transaction that does it. The database
 * refuses to change or delete a line.
 */
export const noteDeed = (db: Db, { staff, action, about, reason = '', details = {}, now }: Deed) =>
  db
    .insertInto('office_log')
    .values({
      at: now,
      staff_code: staff,
      action,
      about: about ?? null,
      reason,
      details: JSON.stringify(details),
    })
    .execute()

/** Lines of the log, newest first, from before the line `before`; '' begins at the newest. */
export const findDeeds = (
  db: Db,
  {
    find,
    by,
    since,
    until,
    before,
    most,
  }: {
    find: string
    by: string
    since: Date | undefined
    until: Date | undefined
    before: string
    most: number
  },
) =>
  db
    .selectFrom('office_log')
    .leftJoin('staff', 'staff.code', 'office_log.staff_code')
    .select(['office_log.id', 'at', 'staff_code as by', 'name', 'action', 'about', 'reason'])
    .$if(/^\d{1,18}$/.test(before), (query) => query.where('office_log.id', '<', before))
    .$if(by !== '', (query) =>
      query.where((e) =>
        e.or([
          e('staff_code', '=', by.toUpperCase()),
          nameHolds('staff.name', by),
          e('staff_code', '=', by),
        ]),
      ),
    )
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? null))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? null))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e('staff_code', '=', find),
          e('action', 'like', `${asLike(find)}%`),
          e('action', 'in', ['', ...deedsSaid(find)]),
          e('about', 'like', `%${asLike(find)}%`),
        ]),
      ),
    )
    .orderBy('office_log.id', 'desc')
    .limit(most)
    .execute()
