// The rules of the campus for a screen, and their query.
export { campusRulesQuery, useCampusRule } from './queries.ts'
// A notice above a form whose window is not open, or closes.
export { LazyStepWindowNotice } from './LazyStepWindowNotice.ts'
