// What the school and the installed app are called.
export { findSchool, SCHOOL_ROW_ID, type School, saveSchool } from './store.ts'
