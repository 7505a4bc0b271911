import { describe, expect, test } from 'vitest'
import { CAMPUS_RULES } from '#contract/campus-rule-list'
import type { MessageChannel } from '#server/features/message-channels/channel'
import { listOrder } from '#server/features/message-channels/channel-order'
import { classifyError, classifyReply } from '#server/features/message-channels/classify-reply'
import { toPlainText } from '#server/features/message-channels/plain-text'
import { describeQuietHours, findSendingTime } from '#server/features/message-channels/quiet-hours'
import { HttpStatusError, NoAccessTokenError } from '#server/platform/host/messaging-api'

const RULE = CAMPUS_RULES.messages.initial

describe('what a messaging app says to a message', () => {
  const reply = (errcode: number) => classifyReply({ errcode }, new Set([43_101]))
  test.each([
    [0, { type: 'sent' }],
    [43_101, { type: 'unreachable', code: '43101' }],
    [45_009, { type: 'limited', code: '45009', seconds: 3_600 }],
    [-1, { type: 'later', code: '-1', seconds: 60 }],
    [45_011, { type: 'later', code: '45011', seconds: 60 }],
    [45_033, { type: 'later', code: '45033', seconds: 60 }],
    [40_001, { type: 'later', code: '40001' }],
    [40_014, { type: 'later', code: '40014' }],
    [42_001, { type: 'later', code: '42001' }],
    [40_003, { type: 'refused', code: '40003' }],
  ])('%i', (code, result) => expect(reply(code)).toEqual(result))

  test.each<[string, unknown, unknown]>([
    ['a busy gateway', new HttpStatusError(500), { type: 'unknown', code: 'HTTP 500' }],
    ['a timeout of the gateway', new HttpStatusError(408), { type: 'unknown', code: 'HTTP 408' }],
    ['too many requests', new HttpStatusError(429), { type: 'later', code: 'HTTP 429' }],
    ['another status', new HttpStatusError(499), { type: 'refused', code: 'HTTP 499' }],
    ['no token', new NoAccessTokenError('NO_ANSWER'), { type: 'later', code: 'NO_ANSWER' }],
    ['no token, busy', new NoAccessTokenError('45011'), { type: 'later', code: '45011' }],
    [
      'no token, the limit of the day',
      new NoAccessTokenError('45009'),
      { type: 'limited', code: '45009', seconds: 3_600 },
    ],
    [
      'no token, a wrong secret',
      new NoAccessTokenError('40125'),
      { type: 'limited', code: '40125', seconds: 600 },
    ],
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map(
      (code): [string, unknown, unknown] => [
        code,
        new TypeError('fetch failed', { cause: { code } }),
        { type: 'later', code },
      ],
    ),
    [
      'a connection that ended',
      new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }),
      { type: 'unknown', code: 'ECONNRESET' },
    ],
    [
      'no answer in time',
      new DOMException('late', 'TimeoutError'),
      { type: 'unknown', code: 'TIMEOUT' },
    ],
    ['nothing', undefined, { type: 'unknown', code: 'NO_ANSWER' }],
  ])('%s', (_what, error, result) => expect(classifyError(error)).toEqual(result))
})

describe('when a message is sent', () => {
  const night = new Date('2026-09-01T23:30:00+08:00')
  const morning = new Date('2026-09-02T07:00:00+08:00')
  const at = (
    asked: Partial<Parameters<typeof findSendingTime>[1]>,
    rule: Partial<typeof RULE> = {},
  ) =>
    findSendingTime(
      { ...RULE, quietFrom: 22, quietUntil: 7, importantAtNight: false, ...rule },
      { topic: 'message', important: false, now: night, ...asked },
    )

  test('important messages and answers wait for the morning, unless the campus excepts them', () => {
    expect(at({})).toEqual(morning)
    expect(at({ important: true })).toEqual(morning)
    expect(at({ important: true }, { importantAtNight: true })).toBe(night)
    expect(at({}, { importantAtNight: true, answersAtNight: true })).toEqual(morning)
    for (const topic of ['decision', 'answer'] as const) {
      expect(at({ topic })).toEqual(morning)
      expect(at({ topic }, { answersAtNight: true })).toBe(night)
    }
  })

  test('quiet hours last from their first minute to the one before their last', () => {
    const time = (clock: string, rule?: Partial<typeof RULE>) =>
      at({ now: new Date(`2026-09-01T${clock}:00+08:00`) }, rule).toISOString()
    expect(['21:59', '22:00', '06:59', '07:00'].map((clock) => time(clock))).toEqual([
      '2026-09-01T13:59:00.000Z',
      '2026-09-01T23:00:00.000Z',
      '2026-08-31T23:00:00.000Z',
      '2026-08-31T23:00:00.000Z',
    ])
    const noon = { quietFrom: 12, quietUntil: 14 }
    expect(['11:59', '12:00', '13:59', '14:00'].map((clock) => time(clock, noon))).toEqual([
      '2026-09-01T03:59:00.000Z',
      '2026-09-01T06:00:00.000Z',
      '2026-09-01T06:00:00.000Z',
      '2026-09-01T06:00:00.000Z',
    ])
    const none = { quietFrom: 12, quietUntil: 12 }
    expect(['11:59', '12:00', '12:30'].map((clock) => time(clock, none))).toEqual([
      '2026-09-01T03:59:00.000Z',
      '2026-09-01T04:00:00.000Z',
      '2026-09-01T04:30:00.000Z',
    ])
    expect(describeQuietHours({ ...RULE, ...noon })).toBe('12:00–14:00')
    expect(describeQuietHours({ ...RULE, ...none })).toBe('')
  })
})

test('the channels are tried in the order of the campus, each once, and the app comes last', () => {
  const channel = (name: string) => ({ name }) as MessageChannel
  const all = ['in-app', 'sms', 'wecom', 'push'].map(channel)
  const order = (rule: Partial<typeof RULE>) =>
    listOrder({ ...RULE, ...rule }, all).map(({ name }) => name)
  expect(order({})).toEqual(['push', 'wecom', 'sms', 'in-app'])
  expect(order({ first: 'sms', second: '', third: '', fourth: 'sms', fifth: 'push' })).toEqual([
    'sms',
    'push',
    'in-app',
  ])
})

test('a notice is told without its markup, in at most 500 characters', () => {
  expect(toPlainText('<p title="a>b">您&nbsp;好</p>\n <b>1 &lt; 2 &amp;&gt;</b>&copy;')).toBe(
    '您 好 1 < 2 &> &copy;',
  )
  expect(toPlainText('字'.repeat(501))).toBe('字'.repeat(500))
  expect(toPlainText(`<p>${' '.repeat(100_000)}</p>end`)).toBe('')
})
