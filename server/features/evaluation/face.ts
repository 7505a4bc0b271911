// The questions that a new school begins with.
export { fillQuestions } from './defaults.ts'
