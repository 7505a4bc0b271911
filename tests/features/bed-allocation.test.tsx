import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enrolStudents } from '../support/backend/students.ts'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

const places = () =>
  campus
    .backend()
    .db.selectFrom('dorm_place')
    .select(['student_code', 'room', 'bed'])
    .where('building', '=', '新苑1号楼')
    .execute()

test('the dormitory office previews an allocation, applies it, and takes it back with a reason', async () => {
  const { db } = campus.backend()
  await enrolStudents(campus.backend(), 10)
  await db
    .insertInto('dorm_room')
    .values(
      ['101', '102'].map((room) => ({
        building: '新苑1号楼',
        room,
        type_name: '标准间',
        beds: ['1', '2', '3', '4'],
        gender: '2',
        withdrawn_at: null,
      })),
    )
    .execute()
  const { user } = await openApp('/manage/beds', { as: 'T7001' })
  await user.click(await screen.findByRole('checkbox', { name: '新苑1号楼（空 8）' }))
  const seed = screen.getByRole('textbox', { name: /^随机种子/ })
  await user.clear(seed)
  await user.click(screen.getByRole('button', { name: '预览分配' }))
  expect(await screen.findByText('请填写 0 至 999999 的整数')).toBeDefined()
  await user.type(seed, '7')
  await user.click(screen.getByRole('button', { name: /^没有选择宿舍类型的学生/ }))
  await user.click(await screen.findByRole('radio', { name: '安排到余下的床位' }))
  await user.click(screen.getByRole('button', { name: '预览分配' }))
  const apply = await screen.findByRole('button', { name: '确认分配 8 个床位' })
  expect(screen.getByRole('row', { name: /新苑1号楼 8 8 0/ })).toBeDefined()
  expect(await screen.findAllByRole('cell', { name: /^新苑1号楼 10/ })).toHaveLength(8)
  expect(await places()).toEqual([])
  await user.click(screen.getByRole('radio', { name: '未安排名单' }))
  expect((await screen.findAllByText(/床位已满|没有该性别的空房间/)).length).toBeGreaterThan(0)
  await user.click(apply)
  expect(await screen.findByText('已分配 8 个床位')).toBeDefined()
  expect(await places()).toHaveLength(8)
  await user.click(await screen.findByRole('button', { name: '整批撤回这次分配的 8 个床位' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: '整批撤回' }))
  expect(await sheet.findByText('请填写原因')).toBeDefined()
  await user.type(sheet.getByRole('textbox', { name: '原因' }), '房间要维修')
  await user.click(sheet.getByRole('button', { name: '整批撤回' }))
  expect(await screen.findByText('已撤回 8 个床位')).toBeDefined()
  expect(await places()).toEqual([])
})

test('a building counts the free beds also of rooms in which somebody lives', async () => {
  const { db } = campus.backend()
  const [resident] = await enrolStudents(campus.backend(), 1)
  const room = { building: '旧苑2号楼', room: '201', type_name: '标准间' }
  await db
    .insertInto('dorm_room')
    .values({ ...room, beds: ['1', '2', '3', '4'], gender: '2', withdrawn_at: null })
    .execute()
  await db
    .insertInto('dorm_place')
    .values({ ...room, student_code: resident?.code ?? '', bed: '1' })
    .execute()
  await openApp('/manage/beds', { as: 'T7001' })
  expect(await screen.findByRole('checkbox', { name: '旧苑2号楼（空 3）' })).toBeDefined()
})
