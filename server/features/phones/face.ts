// The phones of those who confirm arrivals.
export { findScannerPhones } from './devices.ts'
