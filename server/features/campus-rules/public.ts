// The rules of the campus at a moment.
export { findCampusRules, readLoanRules, readMessageRule, type ServerRules } from './rules.ts'
// Judges a submission by the rules of when it was submitted.
export { checkSubmission, describeWindowRefusal, type RuleProblem } from './check-submission.ts'
