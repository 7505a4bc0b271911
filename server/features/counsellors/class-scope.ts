import { listClassNames } from '../../platform/database/queries/class-names.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { findClassesOfCounsellor } from '../audiences/public.ts'

/** The classes whose students a staff member sees; undefined for the office, which sees all. */
export type ClassScope = readonly string[] | undefined

const ROLES_FOR_ALL_CLASSES: ReadonlySet<string> = new Set(['administrator', 'admissions'])

/** Finds the classes of the caller, narrowed to `className` if it is not ''. */
export async function findClassScope(
  { caller, tools, db }: Pick<HandlerRequest<unknown>, 'caller' | 'tools' | 'db'>,
  className = '',
): Promise<ClassScope> {
  if (caller.role !== 'staff') return []
  const roles = listActiveCallerRoles(caller, tools.settings)
  const own = roles.some((role) => ROLES_FOR_ALL_CLASSES.has(role))
    ? undefined
    : await findClassesOfCounsellor(db, caller.staff.code)
  if (className === '') return own
  const isOwn = listClassNames(className).some((name) => own?.includes(name) ?? true)
  return isOwn ? [className] : []
}
