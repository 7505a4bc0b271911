// The questions that a new school begins with.
export { insertDefaultQuestions } from './default-questions.ts'
// The results of what has closed, counted once and without names.
export { countClosedPeriods } from './count-results.ts'
