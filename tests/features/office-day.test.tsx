import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

test('the first page of the office shows what waits for the user, and each kind leads to its list', async () => {
  await campus
    .backend()
    .db.insertInto('payment_incident')
    .values({
      kind: 'refund',
      order_number: 'N1',
      transaction: 'TX1',
      amount_fen: 100,
      noticed_at: new Date(Date.now() - 4 * 24 * 3600 * 1000),
      handled_at: null,
      handled_by: null,
    })
    .execute()
  const { user } = await openApp('/manage', { as: 'T6001' })
  const work = await screen.findByRole('link', { name: /未处理的支付异常/ })
  expect(work.textContent).toMatch(/[1-9]\d*未处理的支付异常|[1-9]\d* 未处理的支付异常/)
  expect(work.textContent).toMatch(/超过 3 天 [1-9]/)
  // Students without a bed are not finance's work.
  expect(screen.queryByRole('link', { name: /还没有床位的新生/ })).toBeNull()
  await user.click(work)
  expect(await screen.findByRole('table', { name: '支付异常' })).toBeTruthy()
})

test('each picture of the office’s first page has its figures in a table behind it', async () => {
  const { user } = await openApp('/manage', { as: 'T4001' })
  const steps = await screen.findByRole('figure', { name: '迎新步骤完成人数' })
  expect(within(steps).getByRole('img', { name: '迎新步骤完成人数' })).toBeTruthy()
  await user.click(within(steps).getByText('查看数据表'))
  const table = within(steps).getByRole('table', { name: '迎新步骤完成人数' })
  expect(within(table).getByRole('columnheader', { name: '应完成' })).toBeTruthy()
  expect(within(table).getAllByRole('rowheader').length).toBeGreaterThan(3)
})

test('who may see no picture of the day is asked for no day either', async () => {
  await openApp('/manage', { as: 'T3001' })
  await screen.findByRole('heading', { name: '等您处理' })
  await waitFor(() => expect(screen.queryByRole('heading', { name: '当日概况' })).toBeNull())
  expect(screen.queryByLabelText('统计日期')).toBeNull()
})

test('a supervisor for whom nothing waits is told so', async () => {
  await openApp('/manage', { as: 'T2001' })
  expect(await screen.findByText('现在没有待办事项。')).toBeTruthy()
})

test('with a backend that does not know the first page, the menu of the office still opens the sections', async () => {
  campus.addFault(http.post('*/api/manage/day/*', () => new HttpResponse(null, { status: 404 })))
  const { user } = await openApp('/manage', { as: 'T6001' })
  await waitFor(() => expect(screen.getAllByRole('button', { name: '重试' })).toHaveLength(2))
  const menu = within(screen.getByRole('navigation', { name: '管理端栏目' }))
  await user.click(menu.getByRole('link', { name: '缴费管理' }))
  expect(await screen.findByRole('textbox', { name: '起始日期' })).toBeTruthy()
})

test('the menu of the office and, on a phone, its first page list the sections below headings', async () => {
  await openApp('/manage', { as: 'T6001' })
  await screen.findByRole('link', { name: /未处理的支付异常/ })
  const menu = within(screen.getByRole('navigation', { name: '管理端栏目' }))
  const content = within(screen.getByRole('main'))
  for (const place of [menu, content]) {
    const fees = within(place.getByRole('list', { name: '缴费与资助' }))
    expect(fees.getAllByRole('link').map((link) => link.textContent)).toEqual(['缴费管理'])
    // Finance has no section of the dormitories, so that heading is absent.
    expect(place.queryByText('公寓住宿')).toBeNull()
  }
})

test('the menu of the office scrolls to the open section', async () => {
  const placed = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(function place(this: Element) {
      const isOpen = this.getAttribute('aria-current') === 'page'
      return new DOMRect(0, isOpen ? 900 : 0, 200, isOpen ? 44 : 800)
    })
  await openApp('/manage/factor', { as: 'T6001' })
  const menu = await screen.findByRole('navigation', { name: '管理端栏目' })
  await within(menu).findByRole('link', { name: '动态口令' })
  await waitFor(() => expect(menu.scrollTop).toBe(500))
  placed.mockRestore()
})
