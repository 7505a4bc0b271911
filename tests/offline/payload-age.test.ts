import { expect, test } from 'vitest'
import { parsePayloadAge, formatPayloadAge, PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { travelForm } from '#contract/travel'
import { deliverItem } from '#offline/drain/drain'
import type { ExchangeParams, exchangeCall } from '#offline/transport/exchange-call'
import { formFinder } from '#tests/support/offline/offline-page.ts'

const HOUR_MS = 3600 * 1000
const written = Date.parse('2026-09-01T00:00:00Z')

const saidBy = async (now: number, campus: string) => {
  const sent: (ExchangeParams<unknown, unknown>['headers'] | 'none')[] = []
  const recorder: typeof exchangeCall = async ({ call, headers }) => {
    if (call.kind === 'write') sent.push(headers ?? 'none')
    return { type: 'unreachable', code: -404 }
  }
  const payload = { student: 'S1', step: '3' }
  const item = { form: 'x', schemaVersion: 1, payload, subject: 'S1', key: 'key-12345678' }
  const form = { ...travelForm, find: undefined, update: undefined }
  await deliverItem(
    {
      exchange: recorder,
      findForm: formFinder({ x: form as unknown as typeof travelForm }),
      now: () => now,
    },
    { ...item, capturedAt: written },
    {
      subject: 'S1',
      token: 't',
      language: 'zh',
      timeout: 1,
      roots: { campus, management: campus, provider: campus },
    },
  )
  return sent
}

test('a payload that has waited three hours is sent with that age', async () => {
  expect(await saidBy(written + 3 * HOUR_MS, '')).toEqual([{ [PAYLOAD_AGE_HEADER]: '10800' }])
  expect(await saidBy(written + 3 * HOUR_MS, '/campus')).toEqual([
    { [PAYLOAD_AGE_HEADER]: '10800' },
  ])
})

test('a payload’s age is not sent if the phone’s clock has gone back, nor to another origin', async () => {
  expect(await saidBy(written - 1, '')).toEqual(['none'])
  for (const elsewhere of ['https://other.example.edu', 'http://other.example.edu'])
    expect(await saidBy(written + HOUR_MS, elsewhere)).toEqual(['none'])
  expect(await saidBy(written + HOUR_MS, '/to/http://here')).toEqual([
    { [PAYLOAD_AGE_HEADER]: '3600' },
  ])
})

test.each([
  ['0', 0],
  ['10800', 10_800],
  [String(35 * 24 * 3600), 35 * 24 * 3600],
  [String(35 * 24 * 3600 + 1), undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['110101200801010015', undefined],
  [undefined, undefined],
])('a payload’s age of %s is parsed as %s', (said, age) => {
  expect(parsePayloadAge(said)).toBe(age)
  if (age !== undefined) expect(formatPayloadAge(0, age * 1000 + 999)).toBe(said)
})
