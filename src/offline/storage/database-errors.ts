/**
 * The names of the errors of a lost connection; an error of any other name means that the work
 * itself failed.
 */
const NAMES: ReadonlySet<string> = new Set([
  'InvalidStateError', // Chromium and Firefox, after they closed it under memory pressure
  'UnknownError', // WebKit: "Connection to Indexed Database server lost"
  'AbortError', // a transaction that went down with its connection
  'TimeoutError', // ours: the database did not respond
])

/** Whether the connection to the database is lost, so that a new connection may succeed. */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof DOMException && NAMES.has(cause.name)

/** Whether the database did not respond in time. */
export const isDatabaseTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** Whether this browser has no storage at all, so that there is nothing to read either. */
export const isStorageUnavailable = (cause: unknown): boolean =>
  cause instanceof DOMException &&
  (cause.name === 'NotSupportedError' || cause.name === 'SecurityError')

/** The error for a database that did not respond in time. */
export const createDatabaseTimeout = (): DOMException =>
  new DOMException('The database does not answer', 'TimeoutError')
