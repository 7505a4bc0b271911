// The reservation of living supplies.
export { saveReservation } from './store.ts'
