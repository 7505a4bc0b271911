// Deletes what is older than its kind may grow.
export { retain } from './retention.ts'
