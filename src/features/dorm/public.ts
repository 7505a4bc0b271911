/** What other parts of the app may use of dorm; nothing else of this folder is theirs. */
export {
  formatCountdown,
  reservedUntil,
  useHadBedReservation,
  useBedReservation,
} from './bed-reservation.ts'
