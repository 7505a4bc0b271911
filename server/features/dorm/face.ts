// The place that a student was given, and the one that is chosen and held.
export { dropHeldPlace, findChoice, findHold, findRoom, keepPlace } from './store.ts'
