// The state of a complaint, for its author too.
export { toInboxState } from './store.ts'
