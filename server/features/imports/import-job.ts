import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** The dependencies of working on an import; `db` is not a transaction. */
export interface ImportContext {
  readonly db: Db
  readonly clock: Clock
}

/** An import and its kind. */
export interface ImportJob {
  readonly id: string
  readonly kind: ImportKindDefinition
}

/** The number of rows that are read, compared or written without yielding to other requests. */
export const IMPORT_BATCH_SIZE = 500

/** Splits a list into batches. */
export function* splitIntoBatches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += IMPORT_BATCH_SIZE)
    yield list.slice(at, at + IMPORT_BATCH_SIZE)
}
