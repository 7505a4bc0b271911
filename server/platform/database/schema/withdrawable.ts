import type { Generated } from 'kysely'

/**
 * A row that can be withdrawn instead of deleted. From the time `withdrawn_at` it no longer counts.
 */
export interface Withdrawable {
  withdrawn_at: Generated<Date | null>
}
