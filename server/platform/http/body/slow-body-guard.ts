/** Enforces a minimum speed of a request's body. */
export interface SlowBodyGuard {
  /** Records that `bytes` more bytes have arrived. */
  readonly addBytes: (bytes: number) => void
  /** Resolves to the next bytes, or to 'too slow' when the time for the body is used up. */
  readonly withinDeadline: <T>(next: Promise<T>) => Promise<T | 'too slow'>
}

// The time for which no minimum speed applies, ms, because a phone can lose its network for a
// moment while it sends.
const FREE_MS = 30_000
const LEAST_BYTES_PER_SECOND = 1024

/**
 * Creates a guard that rejects a body slower than 1 KB a second after its first 30 s, because each
 * pending body occupies a connection. `now` is a monotonic clock in ms.
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
