import { expect, test } from 'vitest'
import {
  acceptIfCodeZero,
  acceptIfKeyEquals,
  acceptIfKeyPresent,
  acceptIfResultsOne,
  acceptIfResultsTrue,
  readSessionMarker,
  readRefusalMessage,
} from '#contract/rules'

test('codes are compared as text, so 0 and "0" are equal [XC-04]', () => {
  expect(acceptIfCodeZero.isSuccess({ code: 0 })).toBe(true)
  expect(acceptIfCodeZero.isSuccess({ code: '0' })).toBe(true)
  expect(acceptIfCodeZero.isSuccess({ code: '1' })).toBe(false)
  expect(acceptIfCodeZero.isSuccess({ code: 1 })).toBe(false)
})

test('results 1 and "1" mean success, and 0 means a refusal', () => {
  expect(acceptIfResultsOne.isSuccess({ results: 1 })).toBe(true)
  expect(acceptIfResultsOne.isSuccess({ results: '1' })).toBe(true)
  expect(acceptIfResultsOne.isSuccess({ results: 0 })).toBe(false)
})

test.each([
  { results: true },
  { results: 'true' },
  { data: true },
  { code: 0 },
  { code: '0' },
  true,
])('a boolean write has succeeded with %j', (body) =>
  expect(acceptIfResultsTrue.isSuccess(body)).toBe(true),
)

test.each([
  { results: false },
  { results: 'false' },
  { results: false, code: 0 },
  {},
  null,
  false,
  '<html>',
  [],
])('a boolean write has failed with %j', (body) =>
  expect(acceptIfResultsTrue.isSuccess(body)).toBe(false),
)

test('a required key counts as missing if it is null or if the body is a refusal', () => {
  expect(acceptIfKeyPresent('results').isSuccess({ results: [] })).toBe(true)
  expect(acceptIfKeyPresent('results').isSuccess({ results: null })).toBe(false)
  expect(acceptIfKeyPresent('results', { orNull: true }).isSuccess({ results: null })).toBe(true)
  expect(acceptIfKeyPresent('results', { orNull: true }).isSuccess({})).toBe(false)
  expect(acceptIfKeyPresent('results').isSuccess({ results: [], code: '-1', msg: 'x' })).toBe(false)
})

test.each([
  acceptIfCodeZero,
  acceptIfResultsOne,
  acceptIfResultsTrue,
  acceptIfKeyPresent('data'),
  acceptIfKeyEquals({ key: 'msg', good: '1', bad: '0', says: 'results' }),
])('a response rule distinguishes its success from its refusal, and says why', (rule) => {
  const refusal = rule.refusal('没有名额')
  expect(rule.isSuccess({ data: {}, ...rule.success })).toBe(true)
  expect(rule.isSuccess(refusal)).toBe(false)
  expect(readRefusalMessage(refusal)).toBe('没有名额')
})

test.each(['<html>登录</html>', '', null, undefined, 0, [], 'ok'])(
  'no response rule accepts %j as success',
  (body) => {
    for (const rule of [
      acceptIfCodeZero,
      acceptIfResultsOne,
      acceptIfResultsTrue,
      acceptIfKeyPresent('results'),
    ])
      expect(rule.isSuccess(body)).toBe(false)
  },
)

test('a code, a number or an empty value is not taken as a refusal’s message', () => {
  for (const body of [{ msg: '1' }, { msg: 'null' }, { results: '-1' }, { msg: '' }, {}, null])
    expect(readRefusalMessage(body)).toBe('')
})

test('the codes of an ended session are -400 and -500, as text or number', () => {
  expect(readSessionMarker({ status: -400 })).toBe('-400')
  expect(readSessionMarker({ status: '-500' })).toBe('-500')
  expect(readSessionMarker({ status: 200 })).toBeUndefined()
  expect(readSessionMarker('x')).toBeUndefined()
})
