// The students who have not completed a step.
export { selectUnfinishedStudents } from './store.ts'
