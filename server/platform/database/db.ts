import type { Kysely } from 'kysely'
import type { DatabaseSchema } from './schema/schema.ts'

/** Runs queries, in the database or in a transaction. */
export type Db = Kysely<DatabaseSchema>
