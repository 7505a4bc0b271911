// Forgets what is old.
export { pruneTroubles } from './store.ts'
