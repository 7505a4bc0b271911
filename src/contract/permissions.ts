import type { AllowedCallers } from './call.ts'
import { ROLES } from './roles.ts'

/** The roles of callers; holders of an office role are staff as well. */
export const CALLER_ROLES = ['nobody', 'student', 'staff', ...ROLES] as const
/** One of the roles. */
export type CallerRole = (typeof CALLER_ROLES)[number]

const ALL_STAFF: readonly CallerRole[] = ['staff', ...ROLES]

const ROLES_BY_RULE: Readonly<
  Record<Exclude<AllowedCallers, readonly unknown[]>, readonly CallerRole[]>
> = {
  anyone: CALLER_ROLES,
  bound: ['student', ...ALL_STAFF],
  student: ['student'],
  staff: ALL_STAFF,
  'dorm-supervisor': ['dorm-supervisor'],
  'review-teacher': ['review-teacher'],
  'owner-or-reviewer': ['student', 'review-teacher'],
}

/**
 * The caller roles that may make a call (D-113). This is the only table of permissions: the server
 * uses it, and the tests iterate over it. A call of the office lists its roles itself.
 */
export const callerRolesFor = (who: AllowedCallers): readonly CallerRole[] =>
  isRoleList(who) ? who : ROLES_BY_RULE[who]

/** Whether this is a list of roles, as in a call of the office. */
export const isRoleList = (
  who: AllowedCallers,
): who is Extract<AllowedCallers, readonly unknown[]> => typeof who !== 'string'
