/** The public API of the grades feature; other features import nothing else from this folder. */
export { gradesQuery, gradeTermsQuery } from './queries.ts'
