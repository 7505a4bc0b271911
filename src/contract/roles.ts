/** The roles that staff have because of certain keywords in their job title (D-31). */
export const JOB_TITLE_ROLES = ['dorm-supervisor', 'review-teacher'] as const
/** The roles that only the office can assign. */
export const OFFICE_ROLES = ['administrator', 'admissions', 'finance', 'dorm-office'] as const
/** All roles of staff. */
export const ROLES = [...JOB_TITLE_ROLES, ...OFFICE_ROLES] as const
/** One of the roles. */
export type StaffRole = (typeof ROLES)[number]
/** A role that can follow from a job title. */
export type JobTitleRole = (typeof JOB_TITLE_ROLES)[number]
