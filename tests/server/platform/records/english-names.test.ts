import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db'
import {
  createEnglishNameTranslator,
  withEnglishNames,
} from '#server/platform/records/english-names'

const KNOWN = new Map([
  ['高等数学', 'Mathematics'],
  ['体育', 'Sports'],
  ['字'.repeat(200), 'A long one'],
])

/** A database with these names, which records the names that it is asked for. */
function school() {
  const asked: (readonly string[])[] = []
  const db = {
    executeQuery: async ({ parameters: [texts] }: { parameters: [string[]] }) => {
      asked.push(texts)
      return {
        rows: texts.flatMap((chinese) => {
          const english = KNOWN.get(chinese)
          return english === undefined ? [] : [{ chinese, english }]
        }),
      }
    },
  } as unknown as Db
  return { db, asked }
}
const answer = (body: Record<string, unknown>, status: 200 | 404 = 200) =>
  ({ status, body }) as Parameters<typeof withEnglishNames>[1]

test('an English answer includes the English translations of its names, wherever the names stand', async () => {
  const { db, asked } = school()
  const body = {
    results: [{ course: '高等数学', room: 'B 101', no: 4 }, null, undefined, ['体育', '没有']],
  }
  expect(await withEnglishNames(db, answer(body), 'en')).toEqual({
    status: 200,
    body: { ...body, english: { 高等数学: 'Mathematics', 体育: 'Sports' } },
  })
  expect(asked).toEqual([['高等数学', '体育', '没有']])
})

test('no translations are looked up for a Chinese reader, an error, or an answer without names', async () => {
  const { db, asked } = school()
  const named = answer({ course: '体育' })
  expect(await withEnglishNames(db, named, 'zh')).toBe(named)
  const failed = answer({ msg: '体育' }, 404)
  expect(await withEnglishNames(db, failed, 'en')).toBe(failed)
  const plain = answer({ course: 'Sports', n: 1 })
  expect(await withEnglishNames(db, plain, 'en')).toBe(plain)
  expect(asked).toEqual([])
})

test('an answer whose names have no translation is unchanged', async () => {
  const unknown = answer({ course: '没有' })
  expect(await withEnglishNames(school().db, unknown, 'en')).toBe(unknown)
})

test('long texts are not looked up as names, and of a long list only the beginning is looked up', async () => {
  const { db, asked } = school()
  const list = Array.from({ length: 2500 }, (_, n) => `课${n}`)
  const body = { long: '字'.repeat(200), longer: '字'.repeat(201), list }
  expect((await withEnglishNames(db, answer(body), 'en')).body).toMatchObject({
    english: { [body.long]: 'A long one' },
  })
  expect(asked[0]).toEqual([body.long, ...list.slice(0, 1999)])
})

test('a file has the English names that exist, and the Chinese names otherwise', async () => {
  const { db, asked } = school()
  const named = await createEnglishNameTranslator(db, ['体育', '没有', '体育'], 'en')
  expect(['体育', '没有'].map(named)).toEqual(['Sports', '没有'])
  expect(asked).toEqual([['体育', '没有']])
  const none = await createEnglishNameTranslator(db, [], 'en')
  expect(none('体育')).toBe('体育')
  const chinese = await createEnglishNameTranslator(db, ['体育'], 'zh')
  expect(chinese('体育')).toBe('体育')
  expect(asked).toHaveLength(1)
})

test('a text that equals a property name of Object.prototype is left unchanged', async () => {
  const named = await createEnglishNameTranslator(school().db, ['constructor'], 'en')
  expect(named('constructor')).toBe('constructor')
})
