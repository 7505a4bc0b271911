// The order of a training uniform.
export { uniformDesk } from './save.ts'
export { saveOrder } from './store.ts'
