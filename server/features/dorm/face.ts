// The dormitory that a student has chosen, and for how long it is held.
export { dropHeldPlace, findChoice, findHold, keepPlace, takenPlaces } from './store.ts'
