import type { Generated } from 'kysely'

/** A row that may leave without being deleted: since this moment it does not count any more. */
export interface Withdrawable {
  withdrawn_at: Generated<Date | null>
}
