// The order of a training uniform.
export { withUniformNames, uniformOnBehalfForm } from './uniform-form.ts'
export { findUniformOffer, saveUniformOrder } from './store.ts'
