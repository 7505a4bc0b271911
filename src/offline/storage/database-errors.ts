/**
 * What a browser calls a connection to a database that is gone; by another name the work itself
 * failed.
 */
const NAMES: ReadonlySet<string> = new Set([
  'InvalidStateError', // Chromium and Firefox, after they closed it under memory pressure
  'UnknownError', // WebKit: "Connection to Indexed Database server lost"
  'AbortError', // a transaction that went down with its connection
  'TimeoutError', // ours: it did not answer at all
])

/** Is the connection to a database lost, so that another one may do? */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof DOMException && NAMES.has(cause.name)

/** Was it waited for in vain? */
export const isDatabaseTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** Does this browser keep nothing at all, so that there is nothing to be read either? */
export const isStorageUnavailable = (cause: unknown): boolean =>
  cause instanceof DOMException &&
  (cause.name === 'NotSupportedError' || cause.name === 'SecurityError')

/** The failure of a database that was waited for in vain. */
export const createDatabaseTimeout = (): DOMException =>
  new DOMException('The database does not answer', 'TimeoutError')
