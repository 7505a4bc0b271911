import { OverloadedError } from '../concurrency.ts'
import { UnconfirmedCommitError } from './driver/commit-confirmation.ts'

/** The kinds of errors of a query, by their meaning for the caller. */
export type DatabaseErrorKind = 'unavailable' | 'busy' | 'full' | 'unstorable-text' | 'other'

// The last four codes mean: the database or its disk fails, the database has ended the session, or
// the server is read-only after a failover.
const UNAVAILABLE_CODES = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '3D000',
  '58030',
  '25P03',
  '25006',
])

// Temporary errors: too many connections, out of memory, a time-out, a conflict or a deadlock.
const BUSY_CODES = new Set(['53000', '53200', '53300', '53400', '57014', '40001', '40P01', '55P03'])

// Errors of the driver, which have no code.
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|Query read timeout/

/** Classifies an error of a query. Any other error is 'other', an internal error. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind {
  if (error instanceof OverloadedError) return 'busy'
  if (error instanceof UnconfirmedCommitError) return 'unavailable'
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  if (BUSY_CODES.has(code)) return 'busy'
  // The socket of a database that does not run is missing too. Any other file is not the database.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall !== 'connect') return 'other'
  // Class 08 contains the connection exceptions, and 57P the operator interventions (stops and
  // restarts).
  if (UNAVAILABLE_CODES.has(code) || /^(08|57P)/.test(code) || DRIVER_MESSAGES.test(error.message))
    return 'unavailable'
  if (['53100', 'ENOSPC'].includes(code)) return 'full'
  return ['22021', '22P05'].includes(code) ? 'unstorable-text' : 'other'
}
