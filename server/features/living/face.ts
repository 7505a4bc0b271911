// The reservation of living supplies.
export { livingDesk, packagesOf } from './save.ts'
export { saveReservation } from './store.ts'
