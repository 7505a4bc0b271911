/** The roles that staff have because of certain terms in their post (D-31). */
export const POST_ROLES = ['dorm-supervisor', 'review-teacher'] as const
/** The roles that only the office can assign. */
export const OFFICE_ROLES = ['administrator', 'admissions', 'finance', 'dorm-office'] as const
/** All roles of staff. */
export const ROLES = [...POST_ROLES, ...OFFICE_ROLES] as const
/** One of the roles. */
export type StaffRole = (typeof ROLES)[number]
/** A role that can follow from a post. */
export type PostRole = (typeof POST_ROLES)[number]
