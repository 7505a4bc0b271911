// The order of a training uniform.
export { withUniformNames, uniformOnBehalfForm, uniformOffer } from './uniform-form.ts'
export { findOffer, saveUniformOrder } from './store.ts'
