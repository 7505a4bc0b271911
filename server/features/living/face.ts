// The reservation of living supplies.
export { livingDesk } from './save.ts'
export { saveReservation } from './store.ts'
