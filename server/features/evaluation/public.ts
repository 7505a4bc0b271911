// The default questions of a new database.
export { insertDefaultQuestions } from './default-questions.ts'
// The anonymous results of closed periods, counted once.
export { countClosedPeriods } from './count-results.ts'
