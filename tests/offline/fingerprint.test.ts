import { expect, test } from 'vitest'
import { fingerprintPayload, createIdempotencyKey } from '#offline/outbox/fingerprint'
import {
  isConnectionLost,
  isDatabaseTimeout,
  isStorageUnavailable,
  createDatabaseTimeout,
} from '#offline/storage/database-errors'

test('payloads with the same values in any key order have the same fingerprint, and others do not', () => {
  const payload = { a: [1, { b: null, c: '二' }], d: true }
  expect(fingerprintPayload({ d: true, a: [1, { c: '二', b: null }] })).toBe(
    fingerprintPayload(payload),
  )
  const others = [
    { a: [{ b: null, c: '二' }, 1], d: true },
    { a: [1, { b: null, c: '三' }], d: true },
    { a: [1, { b: '', c: '二' }], d: true },
    { a: [1, { b: null, c: '二' }] },
    ['a', 'b'],
    ['b', 'a'],
    {},
    [],
    null,
  ]
  expect(new Set([payload, ...others].map(fingerprintPayload)).size).toBe(others.length + 1)
  // Items stored by earlier builds have fingerprints, so the algorithm must not change.
  expect(fingerprintPayload({ remark: '家长同行', open: false })).toMatchInlineSnapshot(
    `"7ckmheq2x4"`,
  )
})

test('an idempotency key is 128 random bits as hex', () => {
  const keys = Array.from({ length: 200 }, createIdempotencyKey)
  expect(keys.filter((key) => !/^[0-9a-f]{32}$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(200)
})

test('an IndexedDB error is classified by the name of its DOMException, and other errors are not classified', () => {
  const said = (name: string) => new DOMException('', name)
  expect(
    ['InvalidStateError', 'UnknownError', 'AbortError', 'TimeoutError'].map((name) =>
      [isConnectionLost, isDatabaseTimeout, isStorageUnavailable].map((is) => is(said(name))),
    ),
  ).toEqual([
    [true, false, false],
    [true, false, false],
    [true, false, false],
    [true, true, false],
  ])
  expect(
    ['NotSupportedError', 'SecurityError', 'QuotaExceededError'].map((name) =>
      [isConnectionLost, isDatabaseTimeout, isStorageUnavailable].map((is) => is(said(name))),
    ),
  ).toEqual([
    [false, false, true],
    [false, false, true],
    [false, false, false],
  ])
  const imitation = Object.assign(new Error('not the browser’s'), { name: 'TimeoutError' })
  expect(
    [isConnectionLost, isDatabaseTimeout, isStorageUnavailable].map((is) => is(imitation)),
  ).toEqual([false, false, false])
  expect([
    isConnectionLost(createDatabaseTimeout()),
    isDatabaseTimeout(createDatabaseTimeout()),
  ]).toEqual([true, true])
})
