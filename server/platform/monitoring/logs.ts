import { pino, type DestinationStream, type Logger } from 'pino'

/** Where the server writes what it did. */
export type Log = Logger

/**
 * A log of one JSON line an event. It is given no bodies, queries, headers or addresses of pages:
 * they name people.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? standardOutput(),
  )

// Under load many lines are written at once: a write for each takes a twelfth of all work. What is
// held back is written when the process ends, however it ends but by a kill.
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: false, minLength: BUFFERED_BYTES })
  setInterval(() => stream.flush(), FLUSH_EVERY_MS).unref()
  return stream
}

const BUFFERED_BYTES = 8192
const FLUSH_EVERY_MS = 500

/**
 * What may be written of a fault: its kind and where it arose. A message or a database's detail may
 * quote a person's data.
 */
export function describeError(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const { stack = '', message } = error
  // The places stand behind the message, which may have lines that look like one.
  const begin = stack.indexOf(message)
  const at = (begin === -1 ? '' : stack.slice(begin + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { name: error.name, ...('code' in error && { code: String(error.code) }), at }
}
