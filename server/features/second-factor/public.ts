// Takes somebody's second factor away.
export { removeFactor } from './store.ts'
