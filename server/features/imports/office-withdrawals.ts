import { sql } from 'kysely'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StoredRow, RowStore, RowIssue } from './import-kind.ts'

/** A table of people who can be withdrawn by an import and by the office. */
interface People {
  /** The name of the kind. */
  readonly kind: string
  readonly table: 'student' | 'staff'
  readonly withdrawnAt: 'withdrawn_at' | 'closed_at'
  /** The issue of a row for a person whom the office has withdrawn. */
  readonly says: LocalizedText
}

/**
 * Makes a store refuse rows for people whom the office has withdrawn, because an import must not
 * restore them.
 */
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

// Finds the people whom an import has withdrawn. Their time of withdrawal is the time at which an
// import was applied, or at which an import that had restored them was reverted. A person with any
// other time was withdrawn by the office.
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
