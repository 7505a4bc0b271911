// Who has not done a step.
export { selectUnfinishedStudents } from './store.ts'
