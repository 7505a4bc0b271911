import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** What the work on an import is done with; `db` is no transaction. */
export interface ImportContext {
  readonly db: Db
  readonly clock: Clock
}

/** An import and what it brings. */
export interface ImportJob {
  readonly id: string
  readonly kind: ImportKindDefinition
}

/** Rows are read, compared and written so many at a time; between parts others have their turn. */
export const BATCH_SIZE = 500

/** A list in parts. */
export function* splitIntoBatches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += BATCH_SIZE) yield list.slice(at, at + BATCH_SIZE)
}
