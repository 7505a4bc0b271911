import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { exportTables } from '#app/features/exports/export-tables.ts'
import { exports } from '#contract/exports'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

/** Record the files that the app downloads. */
function watchSaved(): File[] {
  const saved: File[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) saved.push(file)
    return 'blob:saved'
  })
  // A click on the download link would navigate the test browser away.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return saved
}

test('every export of the contract has a table on the page, but for that of a step', () => {
  const entries = exportTables.map(({ entry }) => entry)
  const missing = Object.entries(exports).filter(
    ([, entry]) => !entries.some((one) => one === entry),
  )
  expect(missing.map(([name]) => name)).toEqual(['unfinished'])
})

test('an export contains the rows of the chosen filter and is saved under the table’s name', async () => {
  const { user } = await openApp('/manage/exports', { as: 'T4001' })
  const saved = watchSaved()
  await user.click(await screen.findByRole('button', { name: /楼栋/ }))
  await user.click(await screen.findByRole('radio', { name: '海棠苑1号楼' }))
  await user.click(screen.getByRole('button', { name: '导出未报到学生：CSV' }))
  expect(await screen.findByText(/已导出：未报到学生/)).toBeDefined()
  expect(campus.calls).toContainEqual(
    expect.objectContaining({
      path: '/api/manage/exports/notArrived',
      body: expect.objectContaining({ building: '海棠苑1号楼', format: 'csv' }),
    }),
  )
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^未报到学生 .*\.csv$/)])
  expect(await saved[0]?.text()).toContain('海棠苑1号楼')
})

test('an export of fees is filtered by year', async () => {
  const { user } = await openApp('/manage/exports', { as: 'T6001' })
  watchSaved()
  await user.type(await screen.findByLabelText(/^缴费年度/), '2025')
  await user.click(screen.getByRole('button', { name: '导出应缴与已缴：CSV' }))
  expect(await screen.findByText(/已导出：应缴与已缴/)).toBeDefined()
  expect(campus.calls.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ year: '2025', format: 'csv' }),
  )
})

test('an export that breaks off is not saved, and the page shows an error', async () => {
  campus.addFault(http.post('*/api/manage/exports/arrivals', () => HttpResponse.error()))
  const { user } = await openApp('/manage/exports', { as: 'T4001' })
  const saved = watchSaved()
  await user.click(await screen.findByRole('button', { name: '导出已报到学生：Excel 表格' }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(saved).toEqual([])
})

test('a dorm supervisor is offered only two exports', async () => {
  await openApp('/manage/exports', { as: 'T2001' })
  const table = await screen.findByRole('table', { name: '数据导出' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
})
