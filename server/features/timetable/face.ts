// The terms of the school.
export { findTerms } from './store.ts'
