import { EVERY_STUDENT } from '#contract/audiences'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { type AudienceScope, selectAudience } from '../audiences/public.ts'
import { readNumberLines } from '../imports/public.ts'

const RETENTION_SECONDS = 30 * DAY_SECONDS
const MAX_UNKNOWN = 20

/** A stored list, and the first of the lines in which no student was found. */
export interface StoredList {
  readonly id: string
  readonly count: number
  readonly unknown: string[]
  readonly unknownLines: number
}

/**
 * Stores the students whose student or exam numbers are in the cells of a file, as far as the sender
 * may reach them; a line without such a student is reported. Undefined if there is no student at all.
 */
export async function storeStudentList(
  db: Db,
  file: { bytes: Uint8Array; name: string; staff: string; scope: AudienceScope; now: Date },
): Promise<StoredList | undefined> {
  const { bytes, name, staff, scope, now } = file
  const lines = await readNumberLines(bytes)
  const numbers = [...new Set(lines.flat())]
  const rows = await selectAudience(db, { audience: EVERY_STUDENT, scope, now })
    .select(['student.code', 'student.number', 'student.exam_number'])
    .where((e) =>
      e.or([
        e('student.number', '=', e.fn.any(e.val(numbers))),
        e('student.exam_number', '=', e.fn.any(e.val(numbers))),
      ]),
    )
    .execute()
  if (rows.length === 0) return undefined
  const known = new Set(rows.flatMap((row) => [row.number, row.exam_number]))
  const unknown = lines
    .filter((cells) => cells.some((cell) => /\d{4}/.test(cell)))
    .filter((cells) => !cells.some((cell) => known.has(cell)))
    .map((cells) => cells.join(' ').slice(0, 40))
  const id = createSecret()
  await db
    .insertInto('student_list')
    .values({ id, name: name.slice(0, 100), created_by: staff, created_at: now })
    .execute()
  await db
    .insertInto('student_list_member')
    .columns(['list_id', 'student_code'])
    .expression((e) =>
      e
        .selectFrom('student')
        .select((f) => [f.val(id).as('list_id'), 'code'])
        .where('code', '=', (f) => f.fn.any(f.val(rows.map(({ code }) => code)))),
    )
    .execute()
  return {
    id,
    count: rows.length,
    unknown: unknown.slice(0, MAX_UNKNOWN),
    unknownLines: unknown.length,
  }
}

/** Lists a staff member's own lists, newest first. */
export const findStudentLists = (db: Db, staff: string) =>
  db
    .selectFrom('student_list')
    .select(['id', 'name'])
    .where('created_by', '=', staff)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(20)
    .execute()

/** The names of the files of all lists. */
export const findListNames = (db: Db) =>
  db.selectFrom('student_list').select(['id', 'name']).execute()

/** Deletes lists that were uploaded 30 days ago; who was told stays with the message. */
export const pruneStudentLists = (db: Db, now: Date) =>
  db
    .deleteFrom('student_list')
    .where('created_at', '<', addSeconds(now, -RETENTION_SECONDS))
    .execute()
