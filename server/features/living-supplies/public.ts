// The reservation of living supplies.
export { livingSuppliesOnBehalfForm } from './living-form.ts'
export { findPackageNames, saveReservation } from './store.ts'
