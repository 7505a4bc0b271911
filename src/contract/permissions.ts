import type { AllowedCallers } from './call.ts'
import { ROLES } from './roles.ts'

/** The parts that callers play; whoever has a role is staff as well. */
export const CALLER_ROLES = ['nobody', 'student', 'staff', ...ROLES] as const
/** One of the parts. */
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
 * Who may make a call (D-113): the one table, read by the server and walked by its tests. A call of
 * the office names its roles itself.
 */
export const callerRolesFor = (who: AllowedCallers): readonly CallerRole[] =>
  isRoleList(who) ? who : ROLES_BY_RULE[who]

/** Is this a call of the office, which names its roles one by one? */
export const isRoleList = (
  who: AllowedCallers,
): who is Extract<AllowedCallers, readonly unknown[]> => typeof who !== 'string'
