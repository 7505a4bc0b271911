/**
 * The names of the errors that mean a lost connection. An error of any other name means that the
 * work itself failed.
 */
const NAMES: ReadonlySet<string> = new Set([
  // Chromium and Firefox, after they closed the connection under memory pressure
  'InvalidStateError',
  'UnknownError', // WebKit: "Connection to Indexed Database server lost"
  'AbortError', // a transaction that was aborted because its connection was lost
  'TimeoutError', // created by this app: the database did not respond
])

/** Whether the connection to the database is lost, so that a new connection might succeed. */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof DOMException && NAMES.has(cause.name)

/** Whether the database did not respond in time. */
export const isDatabaseTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** Whether this browser has no storage at all, so that there are no records to read either. */
export const isStorageUnavailable = (cause: unknown): boolean =>
  cause instanceof DOMException &&
  (cause.name === 'NotSupportedError' || cause.name === 'SecurityError')

/** The error for a database that did not respond in time. */
export const createDatabaseTimeout = (): DOMException =>
  new DOMException('The database does not answer', 'TimeoutError')
