import { Overloaded } from '../concurrency.ts'

/** What a failure of a query means for who asked. */
export type DatabaseTrouble = 'away' | 'busy' | 'full' | 'no text' | 'other'

// The last two: a session that the database ended for its own reasons, and one that no longer may
// write after a failover.
const AWAY = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '3D000',
  '25P03',
  '25006',
])

// The driver gives these no code.
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|Query read timeout/

/**
 * Tell a database that is away, busy or full, and text that it cannot keep, from a fault of ours.
 */
export function databaseTroubleOf(error: unknown): DatabaseTrouble {
  if (error instanceof Overloaded) return 'busy'
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  // A class of its own is the connection (08), another the operator's stops and restarts (57P).
  if (AWAY.has(code) || /^(08|57P)/.test(code) || DRIVER.test(error.message)) return 'away'
  if (['53300', '57014', '40001', '40P01', '55P03'].includes(code)) return 'busy'
  if (['53100', 'ENOSPC'].includes(code)) return 'full'
  return ['22021', '22P05'].includes(code) ? 'no text' : 'other'
}
