import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const writes = () => campus.calls.filter(({ path }) => path === '/api/evaluation/save')
const points = (at: number) => screen.getAllByRole('group')[at] as HTMLElement

test('the evaluation list shows each term’s courses in their four states [EVA-01 EVA-04 EVA-07 EVA-08 EVA-09 EVA-10]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await waitFor(() => expect(screen.queryAllByText('去评教').length).toBeGreaterThan(0))
  expect(screen.getAllByText(/重新评教/).length).toBeGreaterThan(0)
  await app.user.click(screen.getByRole('button', { name: /学期/ }))
  const others = (await screen.findAllByRole('radio')).filter(
    (one) => one.getAttribute('aria-checked') === 'false',
  )
  await app.user.click(others[0] as HTMLElement)
  await waitFor(() => expect(screen.queryAllByText('未评教').length).toBeGreaterThan(0))
  expect(screen.queryByText('去评教')).toBeNull()
  expect(screen.getAllByText(/^[\d.]+ 分$/).length).toBeGreaterThan(0)
  expect(screen.getAllByText('未评教')[0]?.closest('a')).toBeNull()
})

test('an evaluation has ten answers to each question and is accepted once all questions are answered [EVA-02 EVA-05 EVA-08 EVA-11]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click((await screen.findAllByText('去评教'))[0]?.closest('a') as HTMLElement)
  await screen.findAllByRole('group')
  expect(app.address()).toMatch('/gotoevaluation/')
  expect(within(points(0)).getAllByRole('radio')).toHaveLength(10)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('必填哦')).length).toBeGreaterThan(0)
  expect(writes()).toEqual([])
  for (const group of screen.getAllByRole('group'))
    await app.user.click(within(group).getByRole('radio', { name: '9' }))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('评教已提交')).toBeTruthy()
  expect(app.address()).toBe('/evaluation')
  expect((await screen.findAllByText(/ · 9(\.0)? 分$/)).length).toBeGreaterThan(0)
})

test('an evaluation of the current term can be repeated and opens with the earlier answers [EVA-07]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click((await screen.findAllByText(/重新评教/))[0]?.closest('a') as HTMLElement)
  await screen.findAllByRole('group')
  for (const group of screen.getAllByRole('group'))
    expect(within(group).getAllByRole('radio', { checked: true })).toHaveLength(1)
})

test('a student’s evaluation of an earlier term is shown with its average [EVA-03 EVA-06 EVA-09]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: /学期/ }))
  const others = (await screen.findAllByRole('radio')).filter(
    (one) => one.getAttribute('aria-checked') === 'false',
  )
  await app.user.click(others[0] as HTMLElement)
  const [score] = await screen.findAllByText(/^[\d.]+ 分$/)
  await app.user.click(score?.closest('a') as HTMLElement)
  expect(await screen.findByRole('heading', { level: 1, name: '评教结果' })).toBeTruthy()
  expect(app.address()).toMatch('/evaluationdetail?id=')
  expect(await screen.findByText('平均分')).toBeTruthy()
  expect(screen.getByText('教师')).toBeTruthy()
})

test('chosen answers of an evaluation are restored at the next visit as a draft, which is deleted when discarded or sent [EVA-05 EVA-07]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click((await screen.findAllByText(/重新评教/))[0]?.closest('a') as HTMLElement)
  await screen.findAllByRole('group')
  const address = app.address()
  const isChosen = (point: string) =>
    within(points(0)).getByRole<HTMLInputElement>('radio', { name: point }).checked
  const stored = within(points(0)).getByRole<HTMLInputElement>('radio', { checked: true }).value
  const other = stored === '3' ? '4' : '3'
  await app.user.click(within(points(0)).getByRole('radio', { name: other }))
  const draft = () => formDrafts.read(`evaluation-${address.split('/').at(-1)}`)
  await waitFor(async () => expect(await draft()).toBeDefined())
  await app.restart(address)
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect(isChosen(other)).toBe(true)
  await app.user.click(screen.getByRole('button', { name: '放弃草稿' }))
  expect(isChosen(stored)).toBe(true)
  expect(screen.queryByText('已恢复上次没有提交的草稿')).toBeNull()
  await waitFor(async () => expect(await draft()).toBeUndefined())
  const again = await app.restart(address)
  await screen.findAllByRole('group')
  expect(isChosen(stored)).toBe(true)
  await app.user.click(within(points(0)).getByRole('radio', { name: other }))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(again.address()).toBe('/evaluation'))
  await waitFor(async () => expect(await draft()).toBeUndefined())
  await app.restart(address)
  await screen.findAllByRole('group')
  expect(screen.queryByText('已恢复上次没有提交的草稿')).toBeNull()
})

test('submitting an evaluation offline shows an error at once, keeps the answers and sends nothing later [EVA-02 D-103]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click((await screen.findAllByText(/重新评教/))[0]?.closest('a') as HTMLElement)
  await screen.findAllByRole('group')
  await app.user.click(within(points(0)).getByRole('radio', { name: '3' }))
  goOffline(campus)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
  expect(within(points(0)).getByRole<HTMLInputElement>('radio', { name: '3' }).checked).toBe(true)
  expect(writes()).toEqual([])
})
