// The reservation of living supplies.
export { livingSuppliesOnBehalfForm } from './living-form.ts'
export { findSupplyPackageNames, saveReservation } from './store.ts'
