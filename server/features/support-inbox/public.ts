// The state of a complaint, for its author too.
export { stateOf } from './store.ts'
