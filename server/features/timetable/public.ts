// The weeks in which a lesson is held.
export { ALL_WEEKS, hasCommonWeek } from './lesson-weeks.ts'
// The terms of the school, and the periods of its days.
export { findLongestDay, findTerms, isTermUsed } from './store.ts'
