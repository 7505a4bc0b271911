/** The roles that a post gives its holder by the words in it (D-31). */
export const POST_ROLES = ['dorm-supervisor', 'review-teacher'] as const
/** The roles that are given in the office alone. */
export const OFFICE_ROLES = ['administrator', 'admissions', 'finance', 'dorm-office'] as const
/** What a staff member may do beside what all of them may. */
export const ROLES = [...POST_ROLES, ...OFFICE_ROLES] as const
/** One of the roles. */
export type StaffRole = (typeof ROLES)[number]
/** A role that a post may give. */
export type PostRole = (typeof POST_ROLES)[number]
