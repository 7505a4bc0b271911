// A student's photo, and their word that it may be kept.
export { findFaces, readFaces } from './faces.ts'
export { agree, photoOf, storePhoto } from './store.ts'
