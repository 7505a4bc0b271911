// The names of the school and of the installed app.
export { findSchool, SCHOOL_ROW_ID, type School, saveSchool } from './store.ts'
