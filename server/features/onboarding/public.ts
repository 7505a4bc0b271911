// The completion of a step, delivered by the office.
export { stepOnBehalfForm } from './complete-step.ts'
