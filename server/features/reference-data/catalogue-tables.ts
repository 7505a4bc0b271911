import type { Insertable } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'

/** The tables whose rows a catalogue saves and withdraws by their id. */
type CatalogueTable =
  | 'admission_paper'
  | 'application'
  | 'bell_schedule'
  | 'complaint_category'
  | 'evaluation_period'
  | 'flow_step'
  | 'living_package'
  | 'station'
  | 'student_field'
  | 'uniform_colour'
  | 'uniform_garment'

// A caller's columns are checked by the type of the parameter. Within the functions the compiler
// does not know the table, and is told to see the simplest one.
type AnyTable = 'uniform_garment'

/** Inserts a row, or changes the row with its id, which is offered again. Resolves to the id. */
export async function saveById<Table extends CatalogueTable>(
  db: Db,
  table: Table,
  row: Omit<Insertable<DatabaseSchema[Table]>, 'withdrawn_at'> & { readonly id: string | number },
): Promise<string> {
  const { id, ...columns } = row as unknown as { id: string; name: string }
  const values = { ...columns, withdrawn_at: null }
  await db
    .insertInto(table as AnyTable)
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return String(id)
}

/** Withdraws the row with this id of a table. */
export const withdrawById =
  (table: CatalogueTable) =>
  async (db: Db, { id }: { readonly id: string }, now: Date): Promise<undefined> => {
    await db
      .updateTable(table as AnyTable)
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .execute()
    return undefined
  }

/** The next number of a table whose ids are numbers. */
export async function findNextId(db: Db, table: 'application' | 'flow_step'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}
