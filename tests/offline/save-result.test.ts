import { describe, expect, test } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { saveWithResult } from '#offline/outbox/save-result'
import { openOutboxDatabase } from '#offline/storage/outbox-database'

describe('the result of saving', () => {
  const fails = (cause: unknown) =>
    saveWithResult(openOutboxDatabase(createIdempotencyKey()), async (reached) => {
      reached()
      throw cause
    })

  test('an error that is not the database’s is thrown instead of reported as not saved', async () => {
    await expect(fails(new TypeError('a mistake'))).rejects.toThrow('a mistake')
  })

  test('a write that failed and is not found afterwards is reported as not saved', async () => {
    const lost = new DOMException('', 'AbortError')
    expect(await fails(lost)).toEqual({ type: 'not-saved', why: 'unavailable' })
    const full = new DOMException('', 'QuotaExceededError')
    expect(await fails(full)).toEqual({ type: 'not-saved', why: 'quota' })
  })
})
