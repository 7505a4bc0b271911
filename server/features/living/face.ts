// The reservation of living supplies.
export { livingDesk } from './save.ts'
export { findPackages, saveReservation } from './store.ts'
