import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import type * as images from '#app/lib/pictures/prepare-image.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

// The simulated browser can neither decode nor draw. Pictures are tested in tests/browser.
const prepared = vi.hoisted(() => ({ next: undefined as images.PrepareImageResult | undefined }))
vi.mock('#app/lib/pictures/prepare-image.ts', async (original) => ({
  ...(await original<typeof images>()),
  prepareImage: async () => prepared.next,
}))

const campus = openScreenCampus()
const sent = () =>
  campus.calls.filter(({ path }) => path === '/api/advice/insert').map(({ body }) => body)

test('students and staff can send a complaint [CMP-01 CMP-02]', async () => {
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
    cleanup()
  }
})

test('a complaint must not be empty, and has at most 500 characters [CMP-01 D-99]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('必填哦')).length).toBeGreaterThan(0)
  await app.user.click(screen.getByLabelText('投诉或建议'))
  await app.user.paste('长'.repeat(501))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('最多可以输入500个字符哦')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
})

test('submitting a complaint offline shows an error at once, and the typed text is restored as a draft [CMP-01 D-99 D-103]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.type(await screen.findByLabelText('投诉或建议'), '写了一半')
  goOffline(campus)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('投诉或建议')
  await waitUntil(async () => {
    await app.restart('/advice')
    expect((await field()).value).toBe('写了一半')
  })
})

test('the messaging app’s window closes only after customer service was called successfully [CMP-03]', async () => {
  const asked = () => campus.calls.filter(({ path }) => path === '/api/binding/kfSendMsg')
  const close = vi.fn<() => number>(() => asked().length)
  vi.stubGlobal('wx', { closeWindow: close })
  const app = await openApp('/service', { as: '990001' })
  campus.addFault(http.post('*/api/binding/kfSendMsg', () => HttpResponse.error(), { once: true }))
  await app.user.click(await screen.findByRole('button', { name: '联系客服' }))
  expect(await screen.findByText('网络错误，请稍后再试')).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
  await app.user.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(close).toHaveReturnedWith(1))
  expect(asked()[0]?.body).toEqual({ stuCode: 'S990001' })
  vi.unstubAllGlobals()
})

test('a complaint that is refused without a message, or that fails with a server error, shows an error and stays [XC-10 XC-13]', async () => {
  const app = await openApp('/advice', { as: '990001' })
  await app.user.type(await screen.findByLabelText('投诉或建议'), '灯坏了')
  campus.addFault(
    http.post('*/api/advice/insert', () => HttpResponse.json({ code: '-1', msg: '' }), {
      once: true,
    }),
  )
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('系统故障，请联系管理员')).length).toBeGreaterThan(0)
  campus.addFault(
    http.post('*/api/advice/insert', () => new HttpResponse('<h1>oops</h1>', { status: 500 }), {
      once: true,
    }),
  )
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('服务器异常请稍后再试')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLTextAreaElement>('投诉或建议').value).toBe('灯坏了')
})

test('the button 联系客服 on the help desk’s page calls customer service [CMP-04]', async () => {
  const app = await openApp('/service', { as: '990001' })
  await app.user.click(await screen.findByRole('button', { name: '联系客服' }))
  await waitFor(() =>
    expect(campus.calls.some(({ path }) => path === '/api/binding/kfSendMsg')).toBe(true),
  )
})

test('a student’s open page of complaints shows the office’s answer within seconds, without a reload', async () => {
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

const addPicture = async () => {
  const bytes = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#789' },
  })
    .jpeg()
    .toBuffer()
  const blob = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
  prepared.next = { type: 'ready', image: { blob, width: 400, height: 300 } }
  fireEvent.change(await screen.findByLabelText('添加图片 附图', { selector: 'input' }), {
    target: { files: [new File([blob], 'a.jpg', { type: 'image/jpeg' })] },
  })
}
const category = async (id: string, name: string) =>
  campus
    .backend()
    .db.insertInto('complaint_category')
    .values({ id, name, position: 1, withdrawn_at: null })
    .execute()

test('a complaint with a category and pictures is saved as a draft, sent, and shown afterwards [CMP-01 CMP-02]', async () => {
  await category('water', '水电')
  let app = await openApp('/advice', { as: '880002' })
  await app.user.click(await screen.findByRole('button', { name: /问题类别/ }))
  await app.user.click(await screen.findByRole('radio', { name: '水电' }))
  await app.user.type(screen.getByLabelText('投诉或建议'), '墙漏水')
  await addPicture()
  expect(await screen.findByRole('img', { name: '附图1' })).toBeTruthy()
  await addPicture()
  await app.user.click(await screen.findByRole('button', { name: '移除图片 附图2' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: '附图2' })).toBeNull())
  // The draft has the pictures, since the phone can close the page while the album is open. The
  // test database stores only part of a picture.
  await waitFor(async () =>
    expect(await formDrafts.read('advice')).toMatchObject({
      content: '墙漏水',
      category: 'water',
      pictures: [{ width: 400, height: 300 }],
    }),
  )
  campus.calls.length = 0
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('已提交，谢谢您的反馈')).toBeTruthy()
  expect(sent()).toMatchObject([
    { content: '墙漏水', category: 'water', pictures: [expect.stringMatching(/^\/9j\//)] },
  ])
  await waitFor(() => expect(app.address()).toBe('/'))
  app = await app.restart('/advice')
  const own = within(await screen.findByRole('region', { name: '我的投诉建议' }))
  expect(await own.findByText(/^水电 · /)).toBeTruthy()
  await app.user.click(own.getByRole('button', { name: '查看图片（1）' }))
  expect(await own.findByRole('button', { name: '放大查看 附图1' })).toBeTruthy()
})

test('a complaint’s draft of an earlier release, which is a plain text, is restored [CMP-01]', async () => {
  let app = await openApp('/advice', { as: '880002' })
  await screen.findByLabelText('投诉或建议')
  await formDrafts.save('advice', '只有文字')
  app = await app.restart('/advice')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('投诉或建议').value).toBe('只有文字'),
  )
  await app.user.click(screen.getByRole('button', { name: '放弃草稿' }))
})

test('a student whose closed complaint is not solved reopens it with a text, and the office sees it as open [CMP-01]', async () => {
  const student = await campus.backend().signInAs('990002')
  await student.post('/api/advice/insert', { content: '热水太晚' })
  const office = await campus.backend().signInAs('T5001')
  const { data } = (
    await office.post('/api/manage/inbox/list', {
      state: 'open',
      mine: '0',
      find: '热水太晚',
      after: '',
    })
  ).body
  const id: string = data[0].id
  await office.post('/api/manage/inbox/answer', { id, content: '已调整' })
  await office.post('/api/manage/inbox/close', { id })
  const app = await openApp('/advice', { as: '990002' })
  expect(await screen.findByText('已办结')).toBeTruthy()
  expect(screen.getByText(/^如仍未解决，可在 .+ 前重新提出$/)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '仍未解决' }))
  await app.user.type(await screen.findByLabelText('还有什么没有解决？'), '昨晚还是没有')
  const own = within(screen.getByRole('region', { name: '我的投诉建议' }))
  await app.user.click(own.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('已重新提出，学校会再次处理')).toBeTruthy()
  expect(await own.findByText('昨晚还是没有')).toBeTruthy()
  expect(await own.findByText('待答复')).toBeTruthy()
  expect((await office.post('/api/manage/inbox/find', { id })).body.data.state).toBe('open')
})

test('complaints work with a campus that has neither categories nor closing [CMP-02]', async () => {
  campus.addFault(
    http.post('*/api/advice/categories', () =>
      HttpResponse.json({ code: '-1', msg: '没有这个接口' }, { status: 404 }),
    ),
    http.post('*/api/advice/findOwn', () =>
      HttpResponse.json({
        code: '0',
        data: [
          {
            id: '1',
            content: '灯坏了',
            createTime: '2026-09-01 08:00',
            answered: '1',
            answers: [{ id: '1', content: '已修', answerTime: '2026-09-01 09:00' }],
          },
        ],
      }),
    ),
  )
  const app = await openApp('/advice', { as: '880001' })
  expect(await screen.findByText('已修')).toBeTruthy()
  expect(screen.getByText('已答复')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '仍未解决' })).toBeNull()
  expect(screen.queryByRole('button', { name: /类别/ })).toBeNull()
  campus.calls.length = 0
  await app.user.type(await screen.findByLabelText('投诉或建议'), '窗坏了')
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('已提交，谢谢您的反馈')).toBeTruthy()
  expect(sent()).toEqual([{ stuCode: 'S880001', content: '窗坏了' }])
})
