import { sql } from 'kysely'
import type { Text } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StoredRow, RowStore, RowIssue } from './import-kind.ts'

/** A table of people whom an import withdraws, but whom a person in the office can withdraw too. */
interface People {
  /** The name of the kind. */
  readonly kind: string
  readonly table: 'student' | 'staff'
  readonly withdrawnAt: 'withdrawn_at' | 'closed_at'
  /** What is said of somebody whom the office has withdrawn. */
  readonly says: Text
}

/** A store that refuses rows of people whom a person withdrew: no file brings them back. */
export const protectOfficeWithdrawals = (store: RowStore, people: People): RowStore => ({
  ...store,
  find: async (db, rows) => {
    const found = await store.find(db, rows)
    const gone = found.flatMap((one) => (isGone(one) ? [one.id] : []))
    if (gone.length === 0) return found
    const byImport = await withdrawnByImport(db, people, gone)
    return found.map((one) =>
      isGone(one) && !byImport.has(one.id) ? { field: '', says: people.says } : one,
    )
  },
})

const isGone = (one: StoredRow | RowIssue | undefined): one is StoredRow =>
  one !== undefined && 'id' in one && one.withdrawn

// An import withdraws at the moment at which it is applied, or taken back when it had brought
// somebody back. Another moment is that of a person.
async function withdrawnByImport(
  db: Db,
  { kind, table, withdrawnAt }: People,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const at = sql.id('t', withdrawnAt)
  const { rows } = await sql<{ id: string }>`
    select t.code as id from ${sql.table(table)} t
    join import_row r on r.row_id = t.code
    join import i on i.id = r.import_id and i.kind = ${kind}
    where t.code = any(${ids}) and (
      (r.action = 'withdrawn' and i.withdrew and i.state <> 'taken-back' and ${at} = i.applied_at)
      or (r.was_withdrawn and i.state = 'taken-back' and ${at} = i.taken_back_at))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
