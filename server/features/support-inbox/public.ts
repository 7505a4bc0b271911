// Determines the state of a complaint, which its author sees too.
export { toInboxState } from './store.ts'
