import { createTemplateDatabase, joinTestPostgres } from '../database/test-postgres.ts'

let leave: (() => Promise<void>) | undefined

/** Keep one PostgreSQL running for all test files of a run. */
export async function setup(): Promise<void> {
  const postgres = await joinTestPostgres()
  leave = postgres.release
  await createTemplateDatabase(postgres.connectionString)
}

/** Release PostgreSQL, which stops when nobody uses it any more. */
export async function teardown(): Promise<void> {
  await leave?.()
}
