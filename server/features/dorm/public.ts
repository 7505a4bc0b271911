// The dormitory that a student has chosen, and for how long it is held.
export {
  cancelBedReservation,
  findChoice,
  findReservationExpiry,
  confirmReservedBed,
  countTakenBedsLocked,
} from './store.ts'
