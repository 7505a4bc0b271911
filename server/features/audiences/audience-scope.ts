import type { Db } from '../../platform/database/db.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { findBuildingsOfSupervisor } from '../checkin/public.ts'

/**
 * The students whom a staff member may reach: all, or those of these classes and those who live in
 * these buildings.
 */
export type AudienceScope =
  | 'all'
  | { readonly classes: readonly string[]; readonly buildings: readonly string[] }

const ROLES_FOR_ALL_STUDENTS: ReadonlySet<string> = new Set([
  'administrator',
  'admissions',
  'dorm-office',
])

/** Finds the classes of a counsellor. */
export async function findClassesOfCounsellor(db: Db, staff: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_class')
    .select('class_name')
    .where('staff_code', '=', staff)
    .orderBy('class_name')
    .execute()
  return rows.map((row) => row.class_name)
}

/** Finds whom the caller may reach: the office all, a counsellor own classes, a supervisor own buildings. */
export async function findAudienceScope({
  caller,
  tools,
  db,
}: Pick<HandlerRequest<unknown>, 'caller' | 'tools' | 'db'>): Promise<AudienceScope> {
  if (caller.role !== 'staff') return { classes: [], buildings: [] }
  const roles = listActiveCallerRoles(caller, tools.settings)
  if (roles.some((role) => ROLES_FOR_ALL_STUDENTS.has(role))) return 'all'
  const { code } = caller.staff
  return {
    classes: roles.includes('counsellor') ? await findClassesOfCounsellor(db, code) : [],
    buildings: roles.includes('dorm-supervisor') ? await findBuildingsOfSupervisor(db, code) : [],
  }
}
