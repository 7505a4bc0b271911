// Who said what in a form, and how the office reads and writes one on a student's behalf.
export { byPhone, type DeskForm, deskForm, type FormAsk, type OfficeForm } from './desk.ts'
export { findHistory, nextVersion, noteForm, type Writer } from './store.ts'
