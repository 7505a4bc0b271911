import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { until } from '#tests/support/patience.ts'
import { goOffline, openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()
const sent = () =>
  campus.calls.filter(({ path }) => path === '/api/advice/insert').map(({ body }) => body)

test('a complaint is sent, by students and staff alike [CMP-01 CMP-02]', async () => {
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

test('it must say something, and at most 500 characters [CMP-01 D-99]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('必填哦')).length).toBeGreaterThan(0)
  await app.user.click(screen.getByLabelText('投诉或建议'))
  await app.user.paste('长'.repeat(501))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('最多可以输入500个字符哦')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
})

test('offline it says so at once, and what was typed is a draft that comes back [CMP-01 D-99 D-103]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.type(await screen.findByLabelText('投诉或建议'), '写了一半')
  goOffline(campus)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('投诉或建议')
  await until(async () => {
    await app.restart('/advice')
    expect((await field()).value).toBe('写了一半')
  })
})

test('customer service is asked, and only then the window of the messaging app closes [CMP-03]', async () => {
  const asked = () => campus.calls.filter(({ path }) => path === '/api/binding/kfSendMsg')
  const close = vi.fn<() => number>(() => asked().length)
  vi.stubGlobal('wx', { closeWindow: close })
  const app = await openApp('/service', { as: '990001' })
  campus.fault(http.post('*/api/binding/kfSendMsg', () => HttpResponse.error(), { once: true }))
  await app.user.click(await screen.findByRole('button', { name: '联系客服' }))
  expect(await screen.findByText('网络错误，请稍后再试')).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
  await app.user.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(close).toHaveReturnedWith(1))
  expect(asked()[0]?.body).toEqual({ stuCode: 'S990001' })
  vi.unstubAllGlobals()
})

test('an answer that refuses without a word, and a server in trouble, are said on the page [XC-10 XC-13]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.type(await screen.findByLabelText('投诉或建议'), '灯坏了')
  campus.fault(
    http.post('*/api/advice/insert', () => HttpResponse.json({ code: '-1', msg: '' }), {
      once: true,
    }),
  )
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('系统故障，请联系管理员')).length).toBeGreaterThan(0)
  campus.fault(
    http.post('*/api/advice/insert', () => new HttpResponse('<h1>oops</h1>', { status: 500 }), {
      once: true,
    }),
  )
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('服务器异常请稍后再试')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLTextAreaElement>('投诉或建议').value).toBe('灯坏了')
})

test('the help desk [CMP-04]', async () => {
  const app = await openApp('/service', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '联系客服' }))
  await waitFor(() =>
    expect(campus.calls.some(({ path }) => path === '/api/binding/kfSendMsg')).toBe(true),
  )
})

test('an answer of the office is on the page that a student looks at within seconds, by itself', async () => {
  const student = await campus.backend().signInAs('880001')
  await student.post('/api/advice/insert', { stuCode: 'S880001', content: '图书馆太冷了' })
  await openApp('/advice', { as: '880001' })
  expect(await screen.findByText('图书馆太冷了')).toBeTruthy()
  const office = await campus.backend().signInAs('T4001')
  const { id } = await campus
    .backend()
    .db.selectFrom('advice')
    .select('id')
    .where('content', '=', '图书馆太冷了')
    .executeTakeFirstOrThrow()
  const read = await office.post('/api/manage/inbox/find', { id: `complaint-${id}` })
  await office.post(
    '/api/manage/inbox/answer',
    { id: `complaint-${id}`, content: '已调高空调温度' },
    { 'if-match': read.headers.get('etag') ?? '' },
  )
  expect(await screen.findByText('已调高空调温度')).toBeTruthy()
})
