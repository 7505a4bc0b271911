import type { SelectQueryBuilder } from 'kysely'

/** Counts the rows of a query. */
export async function countRows<Schema, Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const row: object = await query
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number('count' in row ? row.count : 0)
}
