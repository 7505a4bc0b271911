/** How slowly a body may come. */
export interface SlowBodyGuard {
  /** Note that so many bytes have arrived. */
  readonly addBytes: (bytes: number) => void
  /** The next bytes, unless they take longer than the body may by now. */
  readonly withinDeadline: <T>(next: Promise<T>) => Promise<T | 'too slow'>
}

// A phone in a tunnel may be silent for a while; nobody types a body by hand.
const FREE_MS = 30_000
const LEAST_BYTES_PER_SECOND = 1024

/**
 * Give up on a body that comes slower than 1 KB a second after its first half minute: each one that
 * is waited for holds a connection.
 */
export function createSlowBodyGuard(now: () => number = () => performance.now()): SlowBodyGuard {
  let until = now() + FREE_MS
  return {
    addBytes: (bytes) => {
      until += (bytes / LEAST_BYTES_PER_SECOND) * 1000
    },
    withinDeadline: (next) => {
      let timer: NodeJS.Timeout | undefined
      const slow = new Promise<'too slow'>((resolve) => {
        timer = setTimeout(() => resolve('too slow'), Math.max(0, until - now()))
      })
      return Promise.race([next, slow]).finally(() => clearTimeout(timer))
    },
  }
}
