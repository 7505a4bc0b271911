// Reads the school's texts about enrolment and fees, which are cached on the phone.
export { guideQuery } from './queries.ts'
