/** What other parts of the app may use of dorm; nothing else of this folder is theirs. */
export { clockOf, heldUntil, useHeldBefore, useHold } from './hold.ts'
