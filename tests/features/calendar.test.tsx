import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import {
  addMonths,
  listWeeksOfMonth,
  clampToCalendar as inRange,
} from '#app/features/calendar/days.ts'
import { listEventsOn, computeTeachingWeek } from '#app/features/calendar/school-year.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { calendar, type SchoolYear } from '#contract/calendar'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const file: SchoolYear = {
  terms: [{ yearTerm: '2026-2027学年第一学期', startDate: '2026-09-07', weeks: 20 }],
  events: [
    {
      date: '2026-10-01',
      endDate: '2026-10-07',
      title: '国庆节放假',
      titleEn: 'National Day holiday',
      holiday: true,
      follows: undefined,
    },
    {
      date: '2026-10-10',
      endDate: '2026-10-10',
      title: '国庆调休',
      titleEn: undefined,
      holiday: false,
      follows: '2026-10-02',
    },
  ],
}
const { data: wire } = v.parse(
  v.object({ data: v.unknown() }),
  calendar.find.output.encode({ year: file }),
)
beforeEach(() =>
  campus.addFault(
    http.post('*/api/calendar/find', () => HttpResponse.json({ code: '0', data: wire })),
  ),
)
const jump = async (day: string) =>
  void fireEvent.change(await screen.findByLabelText('跳到日期'), { target: { value: day } })

test('clearing the date field shows 必填, and the calendar stays on its month [XC-21]', async () => {
  await openApp('/schoolcalendar')
  await jump('2026-10-01')
  await screen.findByText('2026年10月')
  await jump('')
  expect((await screen.findByRole('alert')).textContent).toBe('必填')
  expect(screen.getByLabelText('跳到日期').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('2026年10月')).toBeTruthy()
  await jump('2026-11-02')
  await screen.findByText('2026年11月')
  expect(screen.queryByText('必填')).toBeNull()
})

test('the calendar begins in April 2016 and ends on 1 January 2100 [CAL-01]', async () => {
  expect([addMonths('2016-04', -1), addMonths('2100-01', 1)]).toEqual([undefined, undefined])
  expect([addMonths('2016-12', 1), addMonths('2017-01', -1)]).toEqual(['2017-01', '2016-12'])
  expect([inRange('2016-03-31'), inRange('2100-01-02'), inRange('2026-09-07')]).toEqual([
    '2016-04-01',
    '2100-01-01',
    '2026-09-07',
  ])
  const app = await openApp('/schoolcalendar')
  await jump('2016-04-01')
  const before = await screen.findByRole('button', { name: '上个月' })
  expect(before.getAttribute('aria-disabled')).toBe('true')
  await app.user.click(before)
  expect(screen.getByText('2016年4月')).toBeTruthy()
})

test('the first week of a month in the calendar begins on a Monday [CAL-01]', () => {
  expect(listWeeksOfMonth('2026-09')[0]).toEqual([
    '2026-08-31',
    '2026-09-01',
    '2026-09-02',
    '2026-09-03',
    '2026-09-04',
    '2026-09-05',
    '2026-09-06',
  ])
  expect(listWeeksOfMonth('2027-02')).toHaveLength(4)
})

test('the calendar shows the teaching week of a day, and 不在教学周内 outside the terms [CAL-02]', async () => {
  expect(computeTeachingWeek(file, '2026-09-07')).toEqual({
    term: '2026-2027学年第一学期',
    week: 1,
  })
  expect(computeTeachingWeek(file, '2026-09-13')?.week).toBe(1)
  expect(computeTeachingWeek(file, '2026-09-14')?.week).toBe(2)
  expect(computeTeachingWeek(file, '2026-08-15')).toBeUndefined()
  await openApp('/schoolcalendar')
  await jump('2026-09-14')
  expect(await screen.findByText('2026-2027学年第一学期 第2周')).toBeTruthy()
  await jump('2026-08-15')
  expect(await screen.findByText('不在教学周内')).toBeTruthy()
})

test('the calendar shows the events of the chosen day [CAL-03]', async () => {
  expect(listEventsOn(file, '2026-10-03').map(({ title }) => title)).toEqual(['国庆节放假'])
  const app = await openApp('/schoolcalendar')
  await jump('2026-10-03')
  expect(await screen.findByText('国庆节放假')).toBeTruthy()
  expect(screen.getByText('10月1日 至 10月7日')).toBeTruthy()
  await jump('2026-10-10')
  expect(await screen.findByText('国庆调休')).toBeTruthy()
  expect(screen.getByText('上10月2日 周五（第4周）的课')).toBeTruthy()
  await app.user.click(within(screen.getByRole('table')).getByRole('button', { name: /10月9日/ }))
  expect(await screen.findByText('当天没有安排')).toBeTruthy()
})

test('the arrow keys move from day to day in the calendar, also across the end of a month [CAL-03]', async () => {
  const app = await openApp('/schoolcalendar')
  await jump('2026-09-30')
  within(screen.getByRole('table'))
    .getByRole('button', { name: /9月30日/ })
    .focus()
  await app.user.keyboard('{ArrowRight}')
  expect(await screen.findByText('2026年10月')).toBeTruthy()
})

test('a calendar that was loaded once is shown offline, with its age [CAL-04 OFF-03]', async () => {
  const app = await openApp('/schoolcalendar')
  await jump('2026-10-03')
  await screen.findByText('国庆节放假')
  goOffline(campus)
  await app.restart('/schoolcalendar')
  await jump('2026-10-03')
  expect(await screen.findByText('国庆节放假')).toBeTruthy()
  expect(await screen.findByText(/更新于/)).toBeTruthy()
})

test('the English calendar shows a day’s term and events in English [D-112 CAL-03]', async () => {
  setLanguage('en')
  await openApp('/schoolcalendar')
  fireEvent.change(await screen.findByLabelText('Go to a day'), { target: { value: '2026-10-03' } })
  expect(await screen.findByText('National Day holiday')).toBeTruthy()
  expect(await screen.findByText(/^2026-2027, autumn term, week \d+$/)).toBeTruthy()
  expect(document.querySelector('main')?.textContent).not.toMatch(/\p{Script=Han}/u)
})
