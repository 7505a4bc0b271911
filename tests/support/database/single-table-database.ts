import { type Database, openDatabase } from '#server/platform/database/database'
import { createFreshDatabase } from './test-postgres.ts'

/** Create a database whose only table is the one that this statement creates. */
export async function createSingleTableDatabase(statement: string): Promise<{
  readonly database: Database
  readonly connectionString: string
  readonly drop: () => Promise<void>
}> {
  const fresh = await createFreshDatabase({ empty: true })
  const database = openDatabase({ connectionString: fresh.connectionString, onError: () => {} })
  await database.pool.query(statement)
  return {
    database,
    connectionString: fresh.connectionString,
    drop: async () => {
      await database.close()
      await fresh.drop()
    },
  }
}
