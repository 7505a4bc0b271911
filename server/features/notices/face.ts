// Tells one person something in a notice of their own.
export { notify } from './tell.ts'
