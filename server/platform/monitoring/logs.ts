import { pino, type DestinationStream, type Logger } from 'pino'

/** The server's log. */
export type Log = Logger

/**
 * Creates a log with one JSON line for each event. Bodies, queries, headers and paths are not
 * logged, because they contain personal data.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? standardOutput(),
  )

// Lines are buffered, because under load a system call for each line takes a twelfth of the CPU
// time. The buffer is written when the process ends, except after SIGKILL.
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: false, minLength: BUFFERED_BYTES })
  setInterval(() => stream.flush(), FLUSH_EVERY_MS).unref()
  return stream
}

const BUFFERED_BYTES = 8192
const FLUSH_EVERY_MS = 500

/**
 * The loggable parts of an error: its name, code and stack frames. The message and the detail of a
 * database error are left out, because they might quote personal data.
 */
export function describeError(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const { stack = '', message } = error
  // `stack` begins with the message, whose lines can look like stack frames. So only the text after
  // the message is searched for stack frames.
  const begin = stack.indexOf(message)
  const at = (begin === -1 ? '' : stack.slice(begin + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { name: error.name, ...('code' in error && { code: String(error.code) }), at }
}
