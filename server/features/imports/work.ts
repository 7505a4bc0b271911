import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Kind } from './kind.ts'

/** What the work on an import is done with; `db` is no transaction. */
export interface Work {
  readonly db: Db
  readonly clock: Clock
}

/** An import and what it brings. */
export interface Job {
  readonly id: string
  readonly kind: Kind
}

/** Rows are read, compared and written so many at a time; between parts others have their turn. */
export const PART = 500

/** A list in parts. */
export function* partsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += PART) yield list.slice(at, at + PART)
}
