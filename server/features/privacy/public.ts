// Deletes data that is older than its retention period.
export { deleteExpiredRecords } from './retention.ts'
