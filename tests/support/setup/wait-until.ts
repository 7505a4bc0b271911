import { vi } from 'vitest'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

/** Wait until a check passes, calling it every `interval` ms. Returns what the check returns. */
export const waitUntil = <T>(
  check: () => T | Promise<T>,
  interval = 50,
  timeout = WAIT_TIMEOUT_MS,
): Promise<T> => vi.waitFor(check, { timeout, interval })
