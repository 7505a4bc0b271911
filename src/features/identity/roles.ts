import type { Person } from '#contract/identity'
import type { PostRole } from '#contract/roles'

// For a backend that tells no roles: the words of a post that stand for them there (D-31).
const POST_TERMS: Readonly<Record<PostRole, readonly string[]>> = {
  'dorm-supervisor': ['宿管', 'dorm supervisor'],
  'review-teacher': ['审核老师', 'review teacher'],
}

/** Is this an address of the app that staff alone open? Whoever signs in for it is staff. */
export const isStaffPage = (address: string): boolean =>
  /^\/(manage|scancodes|scanning|checkloan|checkreduce|loandetile|reducedetile)(?![\w-])/i.test(
    address,
  )

/** Is this person a dorm supervisor (HOME-15)? */
export const isDormSupervisor = (person: Person | undefined): boolean =>
  holds(person, 'dorm-supervisor')

/** Are they a review teacher (AUD-07)? */
export const isReviewTeacher = (person: Person | undefined): boolean =>
  holds(person, 'review-teacher')

const holds = (person: Person | undefined, role: PostRole) =>
  person?.role === 'staff' &&
  (person.roles?.includes(role) ??
    POST_TERMS[role].some((word) => person.post.toLowerCase().includes(word)))
