import { vi } from 'vitest'

/**
 * What comes of `work` when every wait of its own for an answer is over at once. `reason` is what a
 * wait that is over fails with.
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
