import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { goOffline, openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()
const sent = () => campus.calls.filter(({ path }) => path === '/api/advice/insert').map(({ body }) => body)

test('CMP-01 CMP-02 a complaint is sent, by students and staff alike', async () => {
  for (const [number, who] of [
    ['990001', { stuCode: 'S990001' }],
    ['T1001', { userCode: 'T1001' }],
  ] as const) {
    campus.calls.length = 0
    const app = await openApp('/advice', { as: number })
    await app.user.type(await screen.findByLabelText('投诉或建议'), '食堂的队太长了')
    await app.user.click(screen.getByRole('button', { name: '提交' }))
    expect(await screen.findByText('已提交，谢谢您的反馈')).toBeTruthy()
    expect(sent()).toEqual([{ ...who, content: '食堂的队太长了' }])
    await waitFor(() => expect(app.address()).toBe('/'))
    document.body.replaceChildren()
  }
})

test('CMP-01 D-99 it must say something, and at most 500 characters', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('必填哦')).length).toBeGreaterThan(0)
  await app.user.click(screen.getByLabelText('投诉或建议'))
  await app.user.paste('长'.repeat(501))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('最多可以输入500个字符哦')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
})

test('CMP-01 D-99 D-103 offline it says so at once, and what was typed is a draft that comes back', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.type(await screen.findByLabelText('投诉或建议'), '写了一半')
  goOffline(campus)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('投诉或建议')
  await vi.waitFor(async () => {
    await app.restart('/advice')
    expect((await field()).value).toBe('写了一半')
  })
})

test('CMP-04 the help desk', async () => {
  const app = await openApp('/service', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(campus.calls.some(({ path }) => path === '/api/binding/kfSendMsg')).toBe(true))
})
