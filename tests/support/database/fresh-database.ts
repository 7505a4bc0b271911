import { type Database, openDatabase } from '#server/platform/database/database'
import { createFreshDatabase } from './test-postgres.ts'

/** Open a new database with the demo campus. Closing it drops the database. */
export async function openFreshDatabase(): Promise<Database> {
  const { connectionString, drop } = await createFreshDatabase()
  const database = openDatabase({ connectionString, connections: 4, onError: () => {} })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}
