// The phones of those who confirm arrivals.
export { findDevices } from './devices.ts'
