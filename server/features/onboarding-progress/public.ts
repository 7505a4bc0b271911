// The students who have not completed a step, the steps that students have not completed, and the
// progress of each student.
export {
  findCurrentSteps,
  selectStudentProgress,
  selectUnfinishedSteps,
  selectUnfinishedStudents,
} from './store.ts'
// The progress of some students.
export { countSteps } from './store.ts'
