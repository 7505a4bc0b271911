import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDate } from '#app/features/office/parse-date.ts'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

openScreenCampus()

const dayField = async () => screen.findByRole('textbox', { name: '起始日期' })

test('a day in the office can be typed in any usual spelling and is spelled out when the field is left', async () => {
  const { user } = await openApp('/manage/finance', { as: 'T6001' })
  const field = await dayField()
  expect(field.getAttribute('placeholder')).toBe('年-月-日')
  await user.clear(field)
  await user.type(field, '2024年3月5日{Enter}')
  expect(field).toHaveProperty('value', '2024-03-05')
  expect(await screen.findByRole('region', { name: '收款合计 2024-03-05' })).toBeTruthy()
})

test('a text that is no day stays in a date field of the office, with a sentence that shows the format', async () => {
  const { user } = await openApp('/manage/finance', { as: 'T6001' })
  const field = await dayField()
  await user.clear(field)
  await user.type(field, '2024-02-31')
  await user.tab()
  expect(field).toHaveProperty('value', '2024-02-31')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('请按 2026-09-01 的格式填写日期')).toBeTruthy()
})

test('a day in the office can be chosen in a calendar by keyboard, in Chinese, and the focus returns', async () => {
  const { user } = await openApp('/manage/finance', { as: 'T6001' })
  const field = await dayField()
  await user.clear(field)
  await user.type(field, '2024-03-15')
  await user.tab()
  const opener = screen.getByRole('button', { name: '在日历中选择：起始日期' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await user.keyboard('{Enter}')
  const month = within(await screen.findByRole('grid', { name: /2024年.*3月|三月 2024/ }))
  expect(document.activeElement).toBe(month.getByRole('button', { name: /2024年3月15日.*已选择/ }))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field).toHaveProperty('value', '2024-03-22')
  expect(await screen.findByRole('region', { name: '收款合计 2024-03-22' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test.each([
  ['2026-9-1', false, '2026-09-01'],
  ['２０２６／９／１', false, '2026-09-01'],
  ['20260901', false, '2026-09-01'],
  ['2026年9月1日', false, '2026-09-01'],
  ['2026-02-29', false, undefined],
  ['2026-09-01 08:30', false, undefined],
  ['9/1/2026', false, undefined],
  ['2026-09-01T08:30', true, '2026-09-01 08:30'],
  ['2026年9月1日 8：30', true, '2026-09-01 08:30'],
  ['202609010830', true, '2026-09-01 08:30'],
  ['2026-09-01', true, undefined],
  ['2026-09-01 24:00', true, undefined],
  ['1'.repeat(100_000), true, undefined],
])('%s is read as a date (with time: %s) as %s', (typed, withTime, expected) => {
  expect(parseDate(typed, withTime)).toBe(expected)
})
