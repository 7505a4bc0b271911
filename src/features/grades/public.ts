/** What other parts of the app may use of grades; nothing else of this folder is theirs. */
export { gradesQuery, gradeTermsQuery } from './queries.ts'
