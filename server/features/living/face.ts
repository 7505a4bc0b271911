// The reservation of living supplies.
export { livingOnBehalfForm, packagesOf } from './save.ts'
export { findPackageNames, saveReservation } from './store.ts'
