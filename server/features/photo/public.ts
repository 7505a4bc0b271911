// A student's portrait, and the consent to store it.
export { findPhotoHashes, readSmallPhotos } from './small-photos.ts'
export { recordPhotoConsent, findPhotoKeyOfStudent, storePhoto } from './store.ts'
