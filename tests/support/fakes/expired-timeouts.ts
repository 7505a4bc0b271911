import { vi } from 'vitest'

/**
 * Run `work` while each of its timeouts expires at once. `reason` is the error of an expired
 * timeout.
 */
export async function withExpiredTimeouts<T>(
  work: () => Promise<T>,
  reason: DOMException = new DOMException('The operation timed out.', 'TimeoutError'),
): Promise<T> {
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(reason))
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}
