/** What other parts of the app may use of readiness; nothing else of this folder is theirs. */
export { checkReadiness, startReadinessMonitor, useReadiness } from './ready.ts'
export { ensureCached, readCachedValue } from './see-kept.ts'
