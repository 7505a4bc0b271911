// The order of a training uniform.
export { withUniformNames, uniformOnBehalfForm, uniformOffer } from './save.ts'
export { findOffer, saveUniformOrder } from './store.ts'
