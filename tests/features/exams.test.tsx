import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { addDays } from '#app/lib/format/dates.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

test('the office’s list of exams begins today, and is filtered by kind and text', async () => {
  const { db } = campus.backend()
  const { label } = await db.selectFrom('term').select('label').executeTakeFirstOrThrow()
  const exam = {
    term: label,
    starts: '14:00',
    ends: '16:00',
    room: '明德楼101',
    teaching_class: null,
    student_code: null,
    class_name: '软件工程1班',
  }
  await db
    .insertInto('exam')
    .values([
      { ...exam, id: 'a', kind: 'exam', course: '高等数学', day: addDays(chinaToday(), -1) },
      { ...exam, id: 'b', kind: 'exam', course: '英语', day: addDays(chinaToday(), 1) },
      {
        ...exam,
        id: 'c',
        kind: 'make-up-class',
        course: '物理',
        day: addDays(chinaToday(), 2),
        class_name: null,
        student_code: 'S880001',
        seat: '7',
      },
    ])
    .execute()
  const app = await openApp('/manage/exams', { as: 'T4001' })
  const table = async () => within(await screen.findByRole('table'))
  const rows = async () => (await table()).getAllByRole('row').slice(1)
  expect((await rows()).map((row) => /英语|物理|高等数学/.exec(row.textContent)?.[0])).toEqual([
    '英语',
    '物理',
  ])
  const link = (await table()).getByRole('link', { name: /880001/ })
  expect(link.getAttribute('href')).toContain('/manage/students/S880001')
  await app.user.click(screen.getByLabelText('类型'))
  await app.user.click(await screen.findByRole('radio', { name: '考试' }))
  await app.user.click(screen.getByRole('button', { name: '搜索' }))
  expect((await screen.findAllByText('英语')).length).toBe(1)
  expect(screen.queryByText('物理')).toBeNull()
})
