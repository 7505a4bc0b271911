// How a complaint stands, for who wrote it too.
export { stateOf } from './store.ts'
