/** The public API of the dorm feature; other features import nothing else from this folder. */
export {
  formatCountdown,
  formatReservationEnd,
  useHadBedReservation,
  useBedReservation,
} from './bed-reservation.ts'
