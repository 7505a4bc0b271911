import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { countBuses } from '#app/features/arrival-planning/count-buses.ts'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

const announce = (code: string, time: string, companions: string) =>
  campus
    .backend()
    .db.insertInto('travel')
    .values({
      student_code: code,
      step: '2',
      start_city: '广东省,东莞市',
      start_date: DAY,
      arrival_date: DAY,
      arrival_time: time,
      mode: '火车',
      companions,
      remark: '',
      open: false,
      version: 1,
      updated_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict.column('student_code').doUpdateSet({
        start_date: DAY,
        arrival_date: DAY,
        arrival_time: time,
        mode: '火车',
        companions,
      }),
    )
    .execute()

const DAY = `${toChinaYear(new Date())}-08-28`

test('the plan of a day says how many buses each hour and stop needs for the typed number of seats', async () => {
  await announce('S990001', '09:10', '2')
  await announce('S990002', '09:40', '1')
  const { user } = await openApp('/manage/arrivals/plan', { as: 'T5001' })
  await user.click(await screen.findByRole('button', { name: `查看 ${DAY}` }))
  const table = within(await screen.findByRole('table', { name: '按时段和出行方式' }))
  const row = within(table.getByRole('row', { name: /^09:00 火车 火车站/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '火车',
    '火车站',
    '2',
    '3',
    '5',
    '1',
    expect.any(String),
  ])
  const seats = screen.getByRole('textbox', { name: '每辆车座位数' })
  await user.clear(seats)
  await user.type(seats, '２')
  expect(screen.getByText(/每辆 2 座计算，这一天共需 3 车次/)).toBeTruthy()
  await user.clear(seats)
  await user.type(seats, '0')
  expect(screen.getByText('请填写 1 到 200 的整数')).toBeTruthy()
})

test('buses are counted for each hour and stop, and none for own cars', () => {
  const group = { city: '', arrived: 0 }
  expect(
    countBuses(
      [
        { ...group, hour: '09', mode: '火车', students: 30, companions: 10 },
        { ...group, hour: '09', mode: '火车', city: '湖南省', students: 6, companions: 0 },
        { ...group, hour: '09', mode: '自驾', students: 90, companions: 90 },
        { ...group, hour: '10', mode: '高铁', students: 45, companions: 0 },
      ],
      45,
    ).map(({ hour, mode, stop, buses }) => [hour, mode, stop, buses]),
  ).toEqual([
    ['09', '火车', '火车站', 2],
    ['09', '自驾', '', 0],
    ['10', '高铁', '其他', 1],
  ])
})

test('a supervisor sees the arrival day without the plan, which supervisors may not read', async () => {
  await openApp('/manage/arrivals', { as: 'T2001' })
  expect(await screen.findByRole('link', { name: '大屏' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '接站安排' })).toBeNull()
})
