// The order of a training uniform.
export { uniformDesk } from './save.ts'
export { findColours, findGarments, saveOrder } from './store.ts'
