// Removes a staff member's second factor.
export { removeSecondFactor } from './store.ts'
