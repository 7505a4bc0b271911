import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { travel } from '#contract/travel'
import { classifyOutcome } from '#offline/drain/classify-outcome'
import {
  exchangeCall,
  interpretResponse,
  parseRetryAfter,
  sendRequest,
} from '#offline/transport/exchange-call'
import type { CallOutcome } from '#offline/transport/outcome'
import {
  GATEWAY_RESPONSE_CASES,
  createGatewayResponse,
} from '#tests/support/fakes/gateway-responses.ts'
import { jsonResponse } from '#tests/support/offline/offline-page.ts'

const results = v.object({ results: v.literal(true) })
const call = {
  rule: {
    success: {},
    refusal: () => ({}),
    isSuccess: (body: unknown) => v.is(v.object({ results: v.unknown() }), body),
    isRefusal: (body: unknown) => v.is(v.object({ code: v.literal('-1') }), body),
  },
  output: { decode: results, encode: (value: unknown) => value, schema: results },
}
const interpret = (response: Response, text: string, key?: string) =>
  interpretResponse({ call, key, response, text })
const said = (body: unknown, { status = 200, headers = {}, key = 'k1' } = {}) =>
  interpret(jsonResponse(body, { status, headers }), JSON.stringify(body), key)
const nothing = { type: 'unreadable', code: -404 }

describe('classification of a response', () => {
  test('the outcome of a successful response has exactly the values of its headers and body', () => {
    expect(said({ results: true })).toStrictEqual({
      type: 'ok',
      data: { results: true },
      echoed: false,
    })
    const headers = {
      'Idempotency-Key': 'k1',
      ETag: '"2"',
      Receipt: 'R',
      Epoch: 'e',
      Date: 'Sun, 22 Nov 2026 00:00:00 GMT',
    }
    expect(said({ results: true, english: { 张: 'Zhang' } }, { headers })).toStrictEqual({
      type: 'ok',
      data: { results: true },
      echoed: true,
      etag: '"2"',
      receipt: 'R',
      epoch: 'e',
      english: { 张: 'Zhang' },
      at: Date.UTC(2026, 10, 22),
    })
  })

  test('a 304 response is not a success, nor is a body that does not match the call’s codec or success rule', () => {
    expect(interpret(new Response(null, { status: 304 }), '')).toStrictEqual({
      ...nothing,
      status: 304,
    })
    expect(said({ portal: true })).toStrictEqual({ ...nothing, status: 200 })
    expect(said({ results: false })).toStrictEqual({ ...nothing, status: 200, fromCampus: true })
    expect(said({ code: '-1', msg: '不行' })).toStrictEqual({
      type: 'refused',
      status: 200,
      message: '不行',
    })
  })

  test('a response that echoes another key is unreadable, and one that echoes the request’s key is the campus’s, whatever its body', () => {
    const other = { 'Idempotency-Key': 'k2' }
    expect(said({ results: true }, { headers: other })).toStrictEqual({
      ...nothing,
      status: 200,
      fromCampus: true,
    })
    const unasked = jsonResponse({ results: true }, { headers: other })
    expect(interpret(unasked, '{"results":true}')).toMatchObject({ type: 'ok', echoed: true })
    const own = { 'Idempotency-Key': 'k1' }
    for (const [headers, type] of [
      [own, 'refused'],
      [other, 'unreadable'],
      [{}, 'unreadable'],
    ] as const)
      expect(said({ odd: 1 }, { status: 422, headers }).type).toBe(type)
  })

  test.each<[string, number, unknown, object]>([
    ['401 of the campus', 401, { msg: 'x' }, { type: 'signed-out', page: 'root', why: '' }],
    [
      'the marker -500',
      200,
      { status: -500, why: 'password' },
      { type: 'signed-out', page: 'backend', why: 'password' },
    ],
    ['401 of a gateway', 401, { odd: 1 }, { ...nothing, status: 401 }],
    ['429 of anyone', 429, { odd: 1 }, { type: 'too-many', after: 1 }],
    ['409 of the campus', 409, { msg: 'x' }, { type: 'too-many', after: 1 }],
    ['409 of a gateway', 409, { odd: 1 }, { ...nothing, status: 409 }],
    ['412 of the campus', 412, { msg: '改过' }, { type: 'conflict', message: '改过' }],
    ['412 of a gateway', 412, { odd: 1 }, { ...nothing, status: 412 }],
    ['405 of the campus', 405, { msg: '不行' }, { type: 'refused', status: 405, message: '不行' }],
    ['413 of the campus', 413, { msg: '' }, { type: 'refused', status: 413, message: '' }],
    ['415 of the campus', 415, { msg: '' }, { type: 'refused', status: 415, message: '' }],
    [
      '500 with a message',
      500,
      { msg: '在忙' },
      { ...nothing, status: 500, fromCampus: true, message: '在忙' },
    ],
    ['500 without a message', 500, { msg: '' }, { ...nothing, status: 500, fromCampus: true }],
    [
      '500 of a gateway, with a message of another shape',
      500,
      { message: '登录' },
      { ...nothing, status: 500 },
    ],
    [
      '422 with validation errors',
      422,
      { msg: '不行', issues: [{ path: 'a', message: 'b' }], why: 'key-used' },
      {
        type: 'refused',
        status: 422,
        message: '不行',
        issues: [{ path: 'a', message: 'b' }],
        keyUsed: true,
      },
    ],
  ])('the classification of a response: %s', (_name, status, body, outcome) => {
    expect(said(body, { status })).toStrictEqual(outcome)
  })

  test('Retry-After is obeyed in a 429 and in any other unreadable response', () => {
    const headers = { 'Retry-After': '7' }
    expect(said({ odd: 1 }, { status: 429, headers })).toStrictEqual({ type: 'too-many', after: 7 })
    expect(said({ odd: 1 }, { status: 502, headers })).toStrictEqual({
      ...nothing,
      status: 502,
      after: 7,
    })
  })

  test('Retry-After is parsed from whole seconds or a date, and a past date means 0', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22), toFake: ['Date'] })
    const asked = (time: string) => parseRetryAfter(new Headers({ 'Retry-After': time }))
    expect(asked('Sun, 22 Nov 2026 00:00:09 GMT')).toBe(9)
    expect(asked('Sat, 21 Nov 2026 00:00:00 GMT')).toBe(0)
    expect(asked('120')).toBe(120)
    expect(asked('12x')).toBeUndefined()
    vi.useRealTimers()
  })
})

describe('classification when the campus echoes keys', () => {
  const mark = { 'Answered-By': 'campus' }
  const judged = (answer: Response, text: string, key?: string) =>
    interpretResponse({ call, key, echoesKeys: true, response: answer, text })

  test.each(GATEWAY_RESPONSE_CASES)(
    'when the campus echoes keys, a response without echo or marker leaves the item for a later try: %s [OFF-15 OFF-16]',
    async (name) => {
      for (const key of ['k1', undefined]) {
        const answer = createGatewayResponse(name)
        const outcome = judged(answer, await answer.clone().text(), key)
        const foreign = { ...nothing, isForeign: true }
        expect(outcome).toStrictEqual({ ...foreign, status: answer.status })
        expect(classifyOutcome(outcome, { sendsReceipts: false })).toMatchObject({ type: 'later' })
      }
    },
  )

  test('a response to a write is the campus’s if it echoes the key, and a response to a read if it has the marker', () => {
    const own = { ...mark, 'Idempotency-Key': 'k1' }
    const good = JSON.stringify({ results: true })
    expect(judged(jsonResponse({}, { headers: own }), good, 'k1').type).toBe('ok')
    expect(judged(jsonResponse({}, { headers: mark }), good).type).toBe('ok')
    expect(judged(jsonResponse({}, { status: 401, headers: own }), '{}', 'k1').type).toBe(
      'signed-out',
    )
    expect(judged(jsonResponse({}, { status: 401, headers: mark }), '{}').type).toBe('signed-out')
    expect(judged(jsonResponse({}, { status: 412, headers: own }), '{}', 'k1').type).toBe(
      'conflict',
    )
    expect(judged(jsonResponse({}, { status: 404, headers: own }), '{}', 'k1').type).toBe('refused')
  })

  test('a response to a write with the marker but without the echo shows only that the campus is reachable', () => {
    const answer = jsonResponse({ results: true }, { headers: mark })
    expect(judged(answer, '{"results":true}', 'k1')).toStrictEqual({
      ...nothing,
      status: 200,
      fromCampus: true,
    })
  })

  test('Retry-After of a gateway’s 429 response is obeyed too', () => {
    const answer = jsonResponse({}, { status: 429, headers: { 'Retry-After': '3' } })
    expect(judged(answer, '{}', 'k1')).toStrictEqual({ type: 'too-many', after: 3 })
  })
})

test('a request has a header for each given value and none for an empty one', async () => {
  const to = {
    roots: { campus: '/c', management: '/m', provider: '/p' },
    language: 'en',
    timeout: 9,
  }
  const fetch = vi.fn<typeof globalThis.fetch>(async () => jsonResponse({ results: null }))
  const input = { student: 's1' }
  await exchangeCall({ call: travel.find, input, to, fetch, token: '', key: '', ifMatch: '' })
  await exchangeCall({
    call: { ...travel.find, root: 'provider' },
    input,
    to,
    fetch,
    token: 't',
    accessToken: 'a',
    key: 'k',
    ifMatch: '"1"',
    headers: { 'Words-Age': '5' },
    keepalive: true,
  })
  const [bare, full] = fetch.mock.calls.map(([address, init]) => [
    typeof address === 'string' && address.slice(0, 3),
    init?.headers,
    init?.keepalive,
    init?.credentials,
  ])
  const always = { 'Content-Type': 'application/json', 'Accept-Language': 'en' }
  expect(bare).toEqual(['/c/', always, false, 'same-origin'])
  expect(full).toEqual([
    '/p/',
    {
      ...always,
      Authorization: 't',
      accesstoken: 'a',
      'Idempotency-Key': 'k',
      'If-Match': '"1"',
      'Words-Age': '5',
    },
    true,
    'same-origin',
  ])
})

test('a multipart request sets no content type, and without a response it is unreachable', async () => {
  const headers: unknown[] = []
  const sent = await sendRequest({
    call,
    to: { language: 'zh', timeout: 9 },
    address: '/upload',
    body: new FormData(),
    carry: async (request) => {
      headers.push(request.headers)
      return undefined
    },
  })
  expect([sent, headers]).toEqual([
    { type: 'unreachable', code: -404 },
    [{ 'Accept-Language': 'zh' }],
  ])
})

test('a payload that cannot be encoded gives the outcome unreachable instead of an exception', async () => {
  const broken = {
    ...travel.find,
    input: {
      ...travel.find.input,
      encode: () => {
        throw new Error('odd')
      },
    },
  }
  const to = { roots: { campus: '', management: '', provider: '' }, language: 'zh', timeout: 9 }
  expect(await exchangeCall({ call: broken, input: { student: 's1' }, to })).toEqual({
    type: 'unreachable',
    code: -404,
  })
})

describe('the outcome of a response for an outbox item', () => {
  const ok = { type: 'ok', data: 1, echoed: false } as const
  const odd = { type: 'unreadable', code: -404 } as const
  const later = { type: 'later', silent: false }
  const unreadable = { ...later, campusResponded: true, isUnreadable: true }
  const plain = { sendsReceipts: false }
  const checked = { sendsReceipts: false, checked: true }
  test.each<[string, CallOutcome<unknown>, Parameters<typeof classifyOutcome>[1], object]>([
    ['a success', ok, plain, { type: 'delivered', echoed: false }],
    [
      'a success with every field',
      { ...ok, echoed: true, etag: 'E', receipt: 'R', epoch: 'e' },
      { sendsReceipts: true, says: () => '已收到' },
      { type: 'delivered', echoed: true, etag: 'E', receipt: 'R', epoch: 'e', message: '已收到' },
    ],
    [
      'a success with an empty message',
      ok,
      { ...plain, says: () => '' },
      { type: 'delivered', echoed: false },
    ],
    [
      'no echo from a campus that echoes keys',
      ok,
      { sendsReceipts: true },
      { ...later, campusResponded: false, isUnreadable: false },
    ],
    ['no echo, after a successful lookup', ok, { sendsReceipts: true, checked: true }, unreadable],
    [
      'no response',
      { type: 'unreachable', code: -404 },
      plain,
      { ...later, silent: true, campusResponded: false },
    ],
    [
      'no response, after a successful lookup',
      { type: 'unreachable', code: -404 },
      checked,
      { ...later, silent: true, campusResponded: true },
    ],
    [
      'a Retry-After',
      { type: 'too-many', after: 3 },
      plain,
      { ...later, campusResponded: true, after: 3_000 },
    ],
    ['a gateway’s response', odd, plain, { ...later, campusResponded: false, isUnreadable: false }],
    ['a gateway’s response, after a successful lookup', odd, checked, unreadable],
    [
      'an unreadable response of the campus',
      { ...odd, fromCampus: true, status: 200 },
      plain,
      unreadable,
    ],
    [
      'an unreadable response of the campus with Retry-After',
      { ...odd, fromCampus: true, after: 2 },
      plain,
      { ...unreadable, isUnreadable: false, after: 2_000 },
    ],
    ...[500, 503, 408, 409, 425, 429].map(
      (status): [string, CallOutcome<unknown>, Parameters<typeof classifyOutcome>[1], object] => [
        `the temporary status ${status}`,
        { ...odd, fromCampus: true, status, message: '在忙' },
        plain,
        { ...unreadable, isUnreadable: false, problem: { message: '在忙' } },
      ],
    ),
    ['499', { ...odd, fromCampus: true, status: 499 }, plain, unreadable],
    [
      'a refusal',
      { type: 'refused', status: 422, message: '不行' },
      plain,
      { type: 'needs-you', problem: { message: '不行' } },
    ],
    [
      'an ended session',
      { type: 'signed-out', page: 'root', why: '' },
      plain,
      { type: 'signed-out' },
    ],
    [
      'a conflict',
      { type: 'conflict', message: '改过' },
      plain,
      { type: 'conflict', problem: { message: '改过' } },
    ],
  ])('the outcome for an outbox item: %s', (_name, outcome, told, delivery) => {
    expect(classifyOutcome(outcome, told)).toStrictEqual(delivery)
  })
})
