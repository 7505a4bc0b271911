// The reservation of living supplies.
export { livingSuppliesOnBehalfForm, readCachedSupplyPackages } from './living-form.ts'
export { findPackageNames, saveReservation } from './store.ts'
