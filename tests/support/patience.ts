import { vi } from 'vitest'
import { PATIENCE_MS } from './limits.ts'

/** Wait until a check passes, looking every `interval` ms; answers what the check answers. */
export const until = <T>(
  check: () => T | Promise<T>,
  interval = 50,
  timeout = PATIENCE_MS,
): Promise<T> => vi.waitFor(check, { timeout, interval })
