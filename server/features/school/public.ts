// The names of the school and of the installed app.
export { findSchool, SCHOOL_ROW_ID, type SchoolSettings, saveSchool } from './store.ts'
