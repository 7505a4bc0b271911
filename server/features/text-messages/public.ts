// Reminds students of a step by a notice and a text, at most once a person and day.
export { remindStudents } from './remind-students.ts'
// When somebody was last reminded of each step.
export { findLastReminders } from './store.ts'
