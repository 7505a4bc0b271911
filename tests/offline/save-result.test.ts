import { describe, expect, test } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { saveWithResult } from '#offline/outbox/save-result'
import { openOutboxDatabase } from '#offline/storage/outbox-database'

describe('what saving came to', () => {
  const fails = (cause: unknown) =>
    saveWithResult(openOutboxDatabase(createIdempotencyKey()), async (reached) => {
      reached()
      throw cause
    })

  test('a mistake of ours is no failure of the disk', async () => {
    await expect(fails(new TypeError('a mistake'))).rejects.toThrow('a mistake')
  })

  test('where nobody can look for it, it was not saved', async () => {
    const lost = new DOMException('', 'AbortError')
    expect(await fails(lost)).toEqual({ type: 'not-saved', why: 'unavailable' })
    const full = new DOMException('', 'QuotaExceededError')
    expect(await fails(full)).toEqual({ type: 'not-saved', why: 'quota' })
  })
})
