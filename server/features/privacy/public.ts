// Deletes data that is older than its retention period.
export { retain } from './retention.ts'
