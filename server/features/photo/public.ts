// A student's photo, and their word that it may be kept.
export { findPhotoHashes, readSmallPhotos } from './small-photos.ts'
export { recordPhotoConsent, photoOf, storePhoto } from './store.ts'
