// Reminds students of a step by a notice and an SMS, at most once per person and day.
export { remindStudents } from './remind-students.ts'
// The time of the last reminder of each step.
export { findLastReminders } from './store.ts'
