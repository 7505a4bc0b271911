// The room that a student was given.
export { findRoom } from './store.ts'
