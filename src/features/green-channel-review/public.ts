/** What other parts of the app may use of audit; nothing else of this folder is theirs. */
export { parseReviewSearch } from './search.ts'
