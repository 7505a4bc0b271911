// The order of a training uniform.
export { saveOrder } from './store.ts'
