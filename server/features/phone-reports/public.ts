// The phones of supervisors who confirm arrivals.
export { findScannerPhones } from './scanner-phones.ts'
