/**
 * The public API of the offline-readiness feature; other features import nothing else from this
 * folder.
 */
export { checkReadiness, startReadinessMonitor, useReadiness } from './readiness.ts'
export { ensureCached, readCachedValue } from './ensure-cached.ts'
