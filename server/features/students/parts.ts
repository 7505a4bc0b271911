import type { Part } from '#contract/permissions'
import { partsFor } from '#contract/permissions'
import { ROLES, type StaffRole } from '#contract/roles'
import { type Action, ACTIONS, PAGE_PARTS, type PagePart } from '#contract/student-page'
import { students } from '#contract/students'

const SHOWN: Readonly<Record<StaffRole, readonly PagePart[]>> = {
  administrator: PAGE_PARTS,
  admissions: PAGE_PARTS,
  finance: ['money'],
  'dorm-office': ['phone', 'room', 'arrival'],
  'dorm-supervisor': ['room', 'arrival'],
  'review-teacher': ['applications'],
}

/** The roles among the parts that somebody plays. */
export const rolesAmong = (parts: readonly Part[]): StaffRole[] =>
  ROLES.filter((role) => parts.includes(role))

/** Which parts of a student's page these roles are shown: the one place that says so. */
export const partsOfPage = (roles: readonly StaffRole[]): PagePart[] =>
  PAGE_PARTS.filter((part) => roles.some((role) => SHOWN[role].includes(part)))

/** What these roles may do to a student, as the contract's calls say. */
export const actionsOf = (roles: readonly StaffRole[]): Action[] =>
  ACTIONS.filter((action) => roles.some((role) => partsFor(students[action].who).includes(role)))
