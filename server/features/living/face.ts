// The reservation of living supplies.
export { livingDesk, packagesOf } from './save.ts'
export { namesOf, saveReservation } from './store.ts'
