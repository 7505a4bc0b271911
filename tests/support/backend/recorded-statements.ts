import pg from 'pg'
import { vi } from 'vitest'

/** Record every statement that this process sends to PostgreSQL while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const before = spy.mock.calls.length
  try {
    await work()
    for (const [first] of spy.mock.calls.slice(before)) {
      const named: unknown = first
      said.push(
        typeof named === 'object' && named !== null && 'text' in named
          ? String(named.text)
          : String(named),
      )
    }
  } finally {
    spy.mockRestore()
  }
  return said
}
