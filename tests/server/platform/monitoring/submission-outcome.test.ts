import { expect, test } from 'vitest'
import { acceptIfCodeZero, acceptIfResultsOne } from '#contract/rules'
import { classifySubmission } from '#server/platform/monitoring/submission-outcome'

const fate = (
  status: number,
  body: unknown = {},
  {
    rule = acceptIfCodeZero,
    headers = {},
  }: { rule?: typeof acceptIfCodeZero; headers?: object } = {},
) => classifySubmission({ rule }, { status, body, headers: { ...headers } })

test('an answer is counted as an arrival if the call’s rule accepts it, and not if it has a refusal in words', () => {
  expect(fate(200, { code: '0' })).toEqual({ type: 'arrived' })
  expect(fate(200, { results: 1 }, { rule: acceptIfResultsOne })).toEqual({ type: 'arrived' })
  const refused = { type: 'refused', reason: 'refused' }
  expect(fate(200, { code: '-1', msg: '不行' })).toEqual(refused)
  expect(fate(200, { code: '0' }, { rule: acceptIfResultsOne })).toEqual(refused)
})

test('a replayed first answer is not counted as an arrival, whatever it says', () => {
  const headers = { 'idempotency-replayed': 'true' }
  expect(fate(200, { code: '0' }, { headers })).toEqual({ type: 'replayed' })
  expect(fate(422, {}, { headers })).toEqual({ type: 'replayed' })
  expect(fate(200, { code: '0' }, { headers: { etag: '"1"' } })).toEqual({ type: 'arrived' })
})

test.each([
  [401, 'signed-out'],
  [403, 'forbidden'],
  [409, 'in-flight'],
  [412, 'stale'],
  [422, 'invalid'],
  [429, 'too-many'],
  [500, 'fault'],
  [503, 'later'],
  [507, 'no-space'],
  [400, 'unreadable'],
  [404, 'unreadable'],
  [413, 'unreadable'],
])(
  'a %i response is not counted as an arrival, even with a success body, but as %s',
  (status, reason) => {
    expect(fate(status, { code: '0' })).toEqual({ type: 'refused', reason })
  },
)

test('a refusal of a key used with another body is counted under its own reason, whatever the status', () => {
  expect(fate(422, { why: 'key-used' })).toEqual({ type: 'refused', reason: 'key-used' })
  expect(fate(400, { why: 'key-used' })).toEqual({ type: 'refused', reason: 'key-used' })
})
