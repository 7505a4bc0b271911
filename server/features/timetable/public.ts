// The weeks in which a lesson is held.
export { ALL_WEEKS, hasCommonWeek } from './lesson-weeks.ts'
// The lessons of classes and teaching classes on a day.
export { createLessonFinder } from './lesson-finder.ts'
// The terms of the school, and the periods of its days.
export { findBellSchedules, findLongestDay, findTerms, isTermUsed } from './store.ts'
