// The questions that a new school begins with.
export { insertDefaultQuestions } from './defaults.ts'
// The results of what has closed, counted once and without names.
export { countClosedPeriods } from './count.ts'
