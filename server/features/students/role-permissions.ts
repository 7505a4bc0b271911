import type { CallerRole } from '#contract/permissions'
import { callerRolesFor } from '#contract/permissions'
import { STUDENT_PAGE_ROLES, type StudentPageRole } from '#contract/roles'
import {
  type StudentAction,
  STUDENT_ACTIONS,
  STUDENT_PAGE_PARTS,
  type StudentPagePart,
} from '#contract/student-page'
import { students } from '#contract/students'

const PAGE_PARTS_BY_ROLE: Readonly<Record<StudentPageRole, readonly StudentPagePart[]>> = {
  administrator: STUDENT_PAGE_PARTS,
  admissions: STUDENT_PAGE_PARTS,
  finance: ['money'],
  'dorm-office': ['phone', 'room', 'arrival'],
  'dorm-supervisor': ['room', 'arrival'],
  'review-teacher': ['applications'],
}

/** The roles among a caller's roles that give access to students' pages. */
export const filterStudentPageRoles = (parts: readonly CallerRole[]): StudentPageRole[] =>
  STUDENT_PAGE_ROLES.filter((role) => parts.includes(role))

/**
 * The parts of a student's page that these roles are allowed to see. This rule is defined only
 * here.
 */
export const listVisiblePageParts = (roles: readonly StudentPageRole[]): StudentPagePart[] =>
  STUDENT_PAGE_PARTS.filter((part) => roles.some((role) => PAGE_PARTS_BY_ROLE[role].includes(part)))

/**
 * The actions on a student that these roles are allowed to perform; they come from the contract's
 * calls.
 */
export const listPermittedActions = (roles: readonly StudentPageRole[]): StudentAction[] =>
  STUDENT_ACTIONS.filter((action) =>
    roles.some((role) => callerRolesFor(students[action].who).includes(role)),
  )
