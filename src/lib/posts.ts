import type { Person } from '#contract/identity'

const DORM_SUPERVISOR = ['宿管', 'dorm supervisor']
const REVIEW_TEACHER = ['审核老师', 'review teacher']

/** Does this person's post make them a dorm supervisor (HOME-19)? */
export const isDormSupervisor = (person: Person | undefined): boolean => holds(person, DORM_SUPERVISOR)

/** Does it make them a review teacher (AUD-07)? */
export const isReviewTeacher = (person: Person | undefined): boolean => holds(person, REVIEW_TEACHER)

const holds = (person: Person | undefined, names: readonly string[]) =>
  person?.role === 'staff' && names.some((name) => person.post.toLowerCase().includes(name))
