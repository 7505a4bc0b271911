// The phones of those who confirm arrivals.
export { findScannerPhones } from './scanner-phones.ts'
