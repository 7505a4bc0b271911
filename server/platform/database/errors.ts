import { OverloadedError } from '../concurrency.ts'
import { UnconfirmedCommitError } from './driver/commit-confirmation.ts'

/** What the failure of a query means for its caller. */
export type DatabaseErrorKind = 'unavailable' | 'busy' | 'full' | 'unstorable-text' | 'other'

// The last four: a database, or its disk, that fails; a session that it ended for its own reasons;
// and one that no longer may write after a failover.
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

// Too many connections, too little memory, too long a wait or too many at the same row: it passes.
const BUSY_CODES = new Set(['53000', '53200', '53300', '53400', '57014', '40001', '40P01', '55P03'])

// The driver gives these no code.
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|Query read timeout/

/**
 * Tell a database that is unavailable, busy or full, and text that it cannot store, from an internal error.
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind {
  if (error instanceof OverloadedError) return 'busy'
  if (error instanceof UnconfirmedCommitError) return 'unavailable'
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  if (BUSY_CODES.has(code)) return 'busy'
  // A class of its own is the connection (08), another the operator's stops and restarts (57P).
  if (UNAVAILABLE_CODES.has(code) || /^(08|57P)/.test(code) || DRIVER_MESSAGES.test(error.message))
    return 'unavailable'
  if (['53100', 'ENOSPC'].includes(code)) return 'full'
  return ['22021', '22P05'].includes(code) ? 'unstorable-text' : 'other'
}
