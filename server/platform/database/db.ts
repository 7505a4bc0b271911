import type { Kysely } from 'kysely'
import type { Schema } from './schema/schema.ts'

/** Where queries are run: the database or a transaction on it. */
export type Db = Kysely<Schema>
