// The dormitory type that a student has chosen, and its reservation.
export {
  cancelBedReservation,
  findDormChoice,
  findReservationExpiry,
  confirmReservedBed,
  countTakenBedsLocked,
} from './store.ts'
