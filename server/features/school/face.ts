// What the school and the installed app are called.
export { findSchool, SCHOOL, type School, saveSchool } from './store.ts'
