/** What other parts of the app may use of readiness; nothing else of this folder is theirs. */
export { checkReadiness, startReadinessMonitor, useReadiness } from './readiness.ts'
export { ensureCached, readCachedValue } from './ensure-cached.ts'
