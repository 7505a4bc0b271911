// The order of a training uniform.
export { namedIn, uniformDesk, uniformOffer } from './save.ts'
export { findOffer, saveOrder } from './store.ts'
