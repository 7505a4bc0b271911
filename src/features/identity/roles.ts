import type { Person } from '#contract/identity'
import type { JobTitleRole } from '#contract/roles'

// The keywords in a job title that stand for a role, for a backend that sends no roles (D-31).
const POST_TERMS: Readonly<Record<JobTitleRole, readonly string[]>> = {
  'dorm-supervisor': ['宿管', 'dorm supervisor'],
  'review-teacher': ['审核老师', 'review teacher'],
}

/**
 * Whether only staff can open this address. A sign-in for such an address is then a staff sign-in.
 */
export const isStaffPage = (address: string): boolean =>
  /^\/(manage|scancodes|scanning|checkloan|checkreduce|loandetile|reducedetile)(?![\w-])/i.test(
    address,
  )

/** Whether this person is a dorm supervisor (HOME-15). */
export const isDormSupervisor = (person: Person | undefined): boolean =>
  holds(person, 'dorm-supervisor')

/** Whether this person is a review teacher (AUD-07). */
export const isReviewTeacher = (person: Person | undefined): boolean =>
  holds(person, 'review-teacher')

const holds = (person: Person | undefined, role: JobTitleRole) =>
  person?.role === 'staff' &&
  (person.roles?.includes(role) ??
    POST_TERMS[role].some((word) => person.post.toLowerCase().includes(word)))
