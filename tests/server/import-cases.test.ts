import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend.ts'
import { importFixture } from '../support/import-fixtures.ts'
import { importing } from '../support/importing.ts'

// Files that the world wrote and the product once refused, or took for something else.
let backend: Backend
let office: ReturnType<typeof importing>
beforeAll(async () => {
  backend = await startBackend()
  office = importing(backend)
})
afterAll(() => backend.close())

test('days with the midnight of a spreadsheet are those days', async () => {
  const { id, counts } = await office.dryRunFile('calendar-days', importFixture('days.csv'))
  expect(counts).toMatchObject({ added: 2, refused: 0 })
  expect(await office.apply('calendar-days', id)).toBe('applied')
  const found = await backend.db
    .selectFrom('calendar_event')
    .select(['title', 'first_day', 'last_day'])
    .where('first_day', 'in', ['2026-10-10', '2026-09-20'])
    .orderBy('first_day')
    .execute()
  expect(found).toEqual([
    { title: '新生军训', first_day: '2026-09-20', last_day: '2026-09-30' },
    { title: '校庆日停课', first_day: '2026-10-10', last_day: '2026-10-10' },
  ])
})

test('a workbook of openpyxl brings its student', async () => {
  const { counts } = await office.dryRunFile('students', importFixture('openpyxl.xlsx'))
  expect(counts).toMatchObject({ added: 1, refused: 0 })
})
