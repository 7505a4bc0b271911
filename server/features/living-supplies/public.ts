// The reservation of living supplies.
export { livingOnBehalfForm, packagesOf } from './living-form.ts'
export { findPackageNames, saveReservation } from './store.ts'
