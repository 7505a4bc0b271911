// The mark of a step, as the office delivers it.
export { stepOnBehalfForm } from './complete-step.ts'
