/** What other parts of the app may use of readiness; nothing else of this folder is theirs. */
export { checkReadiness, followReadiness, useReadiness } from './ready.ts'
export { seeKept, valueOf } from './see-kept.ts'
