// Reminds students of a step by a notice, at most once a day for each person and step.
export { remindStudents } from './remind-students.ts'
// The time of the last reminder of each step.
export { findLastReminders } from './store.ts'
