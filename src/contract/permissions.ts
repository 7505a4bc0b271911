import type { Who } from './call.ts'
import { ROLES } from './roles.ts'

/** The parts that callers play; whoever has a role is staff as well. */
export const PARTS = ['nobody', 'student', 'staff', ...ROLES] as const
/** One of the parts. */
export type Part = (typeof PARTS)[number]

const ALL_STAFF: readonly Part[] = ['staff', ...ROLES]

const MAY: Readonly<Record<Exclude<Who, readonly unknown[]>, readonly Part[]>> = {
  anyone: PARTS,
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
export const partsFor = (who: Who): readonly Part[] => (isList(who) ? who : MAY[who])

/** Is this a call of the office, which names its roles one by one? */
export const isList = (who: Who): who is Extract<Who, readonly unknown[]> => typeof who !== 'string'
