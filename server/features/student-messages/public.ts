// Reminds students of submissions that wait on their phones.
export { startWaitingReminders } from './waiting-reminders.ts'
// Deletes old lists.
export { pruneStudentLists } from './student-lists.ts'
