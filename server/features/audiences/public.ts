// The students of an audience, for every count, preview and list of recipients.
export { findAudienceCodes, selectAudience } from './select-audience.ts'
// Whom a staff member may reach.
export { type AudienceScope, findAudienceScope, findClassesOfCounsellor } from './audience-scope.ts'
// Each student with each of the student's steps.
export { allStudents, selectStudentSteps } from './select-student-steps.ts'
