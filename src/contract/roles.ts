/** The roles that staff have because of certain keywords in their job title (D-31). */
export const JOB_TITLE_ROLES = ['dorm-supervisor', 'review-teacher'] as const
/** The roles of the offices, which only an administrator can assign. */
export const OFFICE_ROLES = ['administrator', 'admissions', 'finance', 'dorm-office'] as const
/**
 * The roles that search students and open a student's page. Counsellors are not among them: they
 * have a page of their own, with the students of their classes only.
 */
export const STUDENT_PAGE_ROLES = [...JOB_TITLE_ROLES, ...OFFICE_ROLES] as const
/** All roles of staff. */
export const ROLES = [...STUDENT_PAGE_ROLES, 'counsellor'] as const
/** One of the roles. */
export type StaffRole = (typeof ROLES)[number]
/** A role that can follow from a job title. */
export type JobTitleRole = (typeof JOB_TITLE_ROLES)[number]
/** A role that opens a student's page. */
export type StudentPageRole = (typeof STUDENT_PAGE_ROLES)[number]
