// The students who have not completed a step, the steps that students have not completed, and the
// progress of each student.
export {
  findCurrentSteps,
  selectStudentProgress,
  selectUnfinishedSteps,
  selectUnfinishedStudents,
} from './store.ts'
// The numbers of students who have each step and who have completed it.
export { countSteps } from './store.ts'
