// The order of a training uniform.
export { withUniformNames, uniformOnBehalfForm, readCachedUniformOffer } from './uniform-form.ts'
export { findUniformOffer, saveUniformOrder } from './store.ts'
