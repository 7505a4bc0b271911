// The phones of supervisors who confirm arrivals, and the scans that wait on phones.
export { findScannerPhones, selectHeldScans } from './scanner-phones.ts'
