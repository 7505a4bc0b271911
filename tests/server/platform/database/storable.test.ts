import { expect, test } from 'vitest'
import { isStorable, findUnstorableKeys } from '#server/platform/database/queries/storable'

const BAD = [
  'a\0b',
  '\0',
  'a\ud83d',
  '\udc4d',
  '\ud83da',
  'a\udc4d',
  '\udc4d\ud83d',
  '\ud83d\ud83d\udc4d',
]

test.each(BAD)('a text with %j cannot be stored, wherever in a body it stands', (text) => {
  for (const value of [text, [text], { a: [{ b: text }] }, { [text]: 1 }, [{ [text]: 1 }]])
    expect([value, isStorable(value)]).toEqual([value, false])
})

test.each([
  ['', 'a', '家人👍 \\u0000', '\ud800\udc00', '\udbff\udfff', '\ud7ff\ue000', 'a👍👍b'],
  [0, true, null, undefined, [], {}, { a: [null, 1, { b: '字' }] }],
])('a value can be stored: %j', (...values) => {
  expect(values.filter((value) => !isStorable(value))).toEqual([])
  expect(values.flatMap(findUnstorableKeys)).toEqual([])
})

test('the keys of a body with unstorable text are named; a text outside a body has no key', () => {
  expect(
    findUnstorableKeys({
      a: '\0',
      b: 'b',
      ['c\0']: 1,
      d: [{ e: '\ud83d' }],
      f: [{ ['\0']: 1 }],
      g: null,
    }),
  ).toEqual(['a', 'c\0', 'd', 'f'])
  expect(findUnstorableKeys('\0')).toEqual([''])
})

test('a body can be nested deeper than the call stack', () => {
  let deep: unknown = '\0'
  for (let n = 0; n < 200_000; n++) deep = [deep]
  expect(findUnstorableKeys({ deep, flat: 'a' })).toEqual(['deep'])
})
