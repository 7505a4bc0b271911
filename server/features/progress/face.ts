// Who has not done a step.
export { unfinished } from './store.ts'
