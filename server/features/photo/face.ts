// A student's photo.
export { photoOf, storePhoto } from './store.ts'
