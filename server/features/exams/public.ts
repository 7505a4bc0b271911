// The examinations and make-up classes of a student.
export { findExamsOfStudent } from './store.ts'
