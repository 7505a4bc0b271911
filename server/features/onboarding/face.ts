// The mark of a step, as the office delivers it.
export { stepDesk } from './complete.ts'
