/**
 * The public API of the offline-readiness feature; other features import nothing else from this
 * folder.
 */
export {
  checkReadiness,
  checkUnlessReady,
  startReadinessMonitor,
  useReadiness,
} from './readiness.ts'
export {
  type CurrentUntil,
  ensureCached,
  readCachedValue,
  REFETCH_AGE_MS,
} from './ensure-cached.ts'
