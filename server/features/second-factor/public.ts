// Removes a staff member's second factor.
export { removeFactor } from './store.ts'
