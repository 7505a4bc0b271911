/** What other parts of the app may use of greenchannel; nothing else of this folder is theirs. */
export { applicationQuery } from './queries.ts'
