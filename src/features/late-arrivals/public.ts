// The entry of a new student's requests to arrive late.
export { LateArrivalEntry } from './LateArrivalEntry.tsx'
// The recorded reason why a student has not arrived, as text.
export { AbsenceText } from './AbsenceText.tsx'
