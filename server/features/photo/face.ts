// A student's photo, and their word that it may be kept.
export { agree, photoOf, storePhoto } from './store.ts'
