// The students who have not completed a step, and the steps that students have not completed.
export { selectUnfinishedSteps, selectUnfinishedStudents } from './store.ts'
