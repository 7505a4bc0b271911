import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enrolStudents } from '../support/backend/students.ts'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

test('the dormitory office swaps two students, closes a room, and prints door labels and the building book', async () => {
  const { db } = campus.backend()
  const students = await enrolStudents(campus.backend(), 2)
  const names = ['甲同学', '乙同学']
  for (const [at, { code }] of students.entries())
    await db
      .updateTable('student')
      .set({ name: names[at] ?? '' })
      .where('code', '=', code)
      .execute()
  const room = {
    building: '新楼',
    type_name: '标准间',
    beds: ['1', '2'],
    gender: '2',
    withdrawn_at: null,
  }
  await db
    .insertInto('dorm_room')
    .values([
      { ...room, room: '101' },
      { ...room, room: '102' },
    ])
    .execute()
  await db
    .insertInto('dorm_place')
    .values(
      students.map(({ code }, at) => ({
        student_code: code,
        type_name: '标准间',
        building: '新楼',
        room: String(101 + at),
        bed: '1',
      })),
    )
    .execute()
  const { user } = await openApp('/manage/beds/rooms', { as: 'T7001' })
  await user.click(await screen.findByRole('link', { name: '新楼' }))
  await user.click(await screen.findByRole('button', { name: '调换甲同学的床位' }))
  expect(await screen.findByText(/正在调换 甲同学（新楼 101 1）/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '与此人互换：乙同学' }))
  const swap = within(await screen.findByRole('dialog'))
  expect(swap.getByText('甲同学：新楼 101 1 → 新楼 102 1')).toBeDefined()
  await user.click(swap.getByRole('button', { name: '与此人互换' }))
  expect(await swap.findByText('请填写原因')).toBeDefined()
  await user.type(swap.getByRole('textbox', { name: '原因' }), '作息不同')
  await user.click(swap.getByRole('button', { name: '与此人互换' }))
  expect(await screen.findByText('床位已调换')).toBeDefined()
  const places = await db
    .selectFrom('dorm_place')
    .innerJoin('student', 'code', 'student_code')
    .select(['name', 'room'])
    .where('building', '=', '新楼')
    .orderBy('room')
    .execute()
  expect(places).toEqual([
    { name: '乙同学', room: '101' },
    { name: '甲同学', room: '102' },
  ])
  await user.click(await screen.findByRole('button', { name: '关闭该房间：新楼 101' }))
  const close = within(await screen.findByRole('dialog'))
  await user.type(close.getByRole('textbox', { name: '原因' }), '漏水')
  await user.click(close.getByRole('button', { name: '关闭该房间' }))
  expect(await screen.findByText('房间已关闭，1 人须搬离')).toBeDefined()
  await user.click(screen.getByRole('link', { name: '返回房间' }))
  expect(await screen.findByRole('heading', { name: '已关闭的房间（全部楼栋）' })).toBeDefined()
  expect(await screen.findByText(/已关闭：漏水/)).toBeDefined()
  expect(screen.getByRole('row', { name: '新楼 2 4 2 1 1' })).toBeDefined()
  await user.click(screen.getByRole('link', { name: '新楼' }))
  await user.click(await screen.findByRole('link', { name: '打印门牌' }))
  const heading = await screen.findByRole('heading', { name: '102' })
  const label = within(heading.closest('article') ?? document.body)
  expect(label.getByText('甲同学')).toBeDefined()
  await user.click(screen.getByRole('link', { name: '返回房间' }))
  await user.click(await screen.findByRole('link', { name: '打印楼栋名册' }))
  expect(await screen.findByRole('row', { name: /^101 1 乙同学/ })).toBeDefined()
  expect(screen.getByRole('button', { name: '打印（A4）' })).toBeDefined()
})
