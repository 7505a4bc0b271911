// What the school has written about enrolment and fees, kept on the phone.
export { guideQuery } from './queries.ts'
