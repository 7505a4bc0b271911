import type { StaffRole } from '#contract/roles'
import type { Db } from '../../platform/database/db.ts'
import { findRolesByJobTitle } from '../../platform/http/permissions.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** A staff member whom a forwarded scan names as the scanner. */
export interface Scanner {
  readonly code: string
  readonly roles: readonly StaffRole[]
  readonly buildings: readonly string[]
  readonly closedAt: Date | null
}

/**
 * Finds a staff member with the roles and buildings that matter for scanning; undefined if there is
 * none.
 */
export async function findScanner(
  db: Db,
  code: string,
  posts: Settings['postKeywords'],
): Promise<Scanner | undefined> {
  const staff = await db
    .selectFrom('staff')
    .select(['code', 'post', 'closed_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (staff === undefined) return undefined
  const given = await db
    .selectFrom('staff_role')
    .select('role')
    .where('staff_code', '=', code)
    .execute()
  const buildings = await db
    .selectFrom('staff_building')
    .select('building')
    .where('staff_code', '=', code)
    .execute()
  return {
    code: staff.code,
    roles: [...findRolesByJobTitle(staff.post, posts), ...given.map(({ role }) => role)],
    buildings: buildings.map(({ building }) => building),
    closedAt: staff.closed_at,
  }
}

/**
 * Whether the scanner was allowed to confirm an arrival in this building at that time. Roles and
 * buildings are the current ones. An account that was closed after that time counts as open.
 */
export const canConfirmArrival = (
  { roles, buildings, closedAt }: Scanner,
  { building, at }: { building: string; at: Date },
): boolean =>
  roles.includes('dorm-supervisor') &&
  buildings.includes(building) &&
  (closedAt === null || closedAt > at)
