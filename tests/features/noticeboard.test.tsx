import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fromWord } from '#app/features/noticeboard/from-word.ts'
import { openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()

const paste = (into: HTMLElement, html: string) =>
  fireEvent.paste(into, {
    clipboardData: {
      types: ['text/html', 'text/plain'],
      files: [],
      items: [],
      getData: (type: string) => (type === 'text/html' ? html : ''),
    },
  })

test('a notice is written, looked at, published, and the student reads it', async () => {
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('标题'), { target: { value: '校车改线' } })
  const text = await screen.findByRole('textbox', { name: '正文' })
  paste(text, '<p class="MsoNormal"><b>明天起</b>改线<o:p></o:p></p><h2>站点</h2>')
  const preview = screen.getByRole('region', { name: '预览' })
  expect(await within(preview).findByText('明天起')).toBeTruthy()
  expect(within(preview).getByRole('heading', { name: '站点' })).toBeTruthy()
  await office.user.click(screen.getByRole('button', { name: '发布' }))
  expect(await screen.findByRole('heading', { level: 1, name: '编辑通知' })).toBeTruthy()

  cleanup()
  const phone = await openApp('/Notice', { as: '880001' })
  await phone.user.click(await screen.findByRole('link', { name: /校车改线/ }))
  expect((await screen.findByText('明天起')).tagName).toBe('STRONG')
})

test('what is missing is said beside its field, and nothing is sent', async () => {
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  await office.user.click(await screen.findByRole('button', { name: '发布' }))
  expect(await screen.findByText('请填写标题')).toBeTruthy()
  expect(screen.getByText('请填写正文')).toBeTruthy()
  expect(campus.calls.map(({ path }) => path)).not.toContain('/api/manage/noticeboard/save')
})

test('a notice is withdrawn with a reason', async () => {
  const office = await openApp('/manage/notices', { as: 'T4001' })
  await office.user.click(await screen.findByRole('link', { name: '图书馆开馆时间调整' }))
  fireEvent.change(await screen.findByLabelText('原因'), { target: { value: '时间有误' } })
  await office.user.click(screen.getByRole('button', { name: '撤回通知' }))
  expect(await screen.findByRole('button', { name: '存为草稿' })).toBeTruthy()
  const { withdrawn_at: gone } = await campus
    .backend()
    .db.selectFrom('notice')
    .select('withdrawn_at')
    .where('title', '=', '图书馆开馆时间调整')
    .executeTakeFirstOrThrow()
  expect(gone).toBeInstanceOf(Date)
})

test('leaving with words that are not saved asks first; saved, it does not', async () => {
  const ask = vi.fn<(text: string) => boolean>(() => false)
  vi.stubGlobal('confirm', ask)
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('标题'), { target: { value: '未写完' } })
  await office.user.click(screen.getByRole('link', { name: '返回列表' }))
  expect(ask).toHaveBeenCalledWith(expect.stringContaining('尚未保存'))
  expect(office.address()).toContain('/manage/notices/new')
  expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('未写完')

  paste(await screen.findByRole('textbox', { name: '正文' }), '<p>好了</p>')
  await office.user.click(screen.getByRole('button', { name: '存为草稿' }))
  expect(await screen.findByRole('heading', { level: 1, name: '编辑通知' })).toBeTruthy()
  await screen.findByRole('button', { name: '存为草稿' })
  await office.user.click(screen.getByRole('link', { name: '返回列表' }))
  expect(await screen.findByRole('link', { name: '未写完' })).toBeTruthy()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('in the editor what stands over a table is a line before it, and its foot its end', async () => {
  const { db } = campus.backend()
  const cell = (text: string) => `<tr><td><p>${text}</p></td></tr>`
  const content = `<table><caption>班车<b>时刻</b></caption><tfoot>${cell('末班')}</tfoot><tbody>${cell('首班')}</tbody></table>`
  await db
    .insertInto('notice')
    .values({ id: 'table', title: '班车', content, published_at: new Date(), audience: 'students' })
    .execute()
  await openApp('/manage/notices/table', { as: 'T5001' })
  const text = await screen.findByRole('textbox', { name: '正文' })
  expect(text.querySelector('p')?.textContent).toBe('班车时刻')
  expect([...text.querySelectorAll('tr')].map((row) => row.textContent)).toEqual(['首班', '末班'])
  expect(text.querySelector('p strong')?.textContent).toBe('时刻')
})

test('lists of a word processor are lists', () => {
  const item = (sign: string, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${sign}<span>&nbsp; </span></span>${text}</p>`
  expect(
    fromWord(`<p>前</p>${item('1.', '一')}${item('2.', '二')}${item('·', '三')}<p>后</p>`),
  ).toBe('<p>前</p><ol><li>一</li><li>二</li></ol><ul><li>三</li></ul><p>后</p>')
})

test('a list in a list of a word processor stays in it', () => {
  const item = (level: number, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${text}</p>`
  expect(fromWord([item(1, '一'), item(2, '甲'), item(2, '乙'), item(1, '二')].join(''))).toBe(
    '<ul><li>一<ul><li>甲</li><li>乙</li></ul></li><li>二</li></ul>',
  )
})

test('what is opened in the editor keeps its alignment and its nested lists', async () => {
  await campus
    .backend()
    .db.insertInto('notice')
    .values({
      id: 'aligned',
      title: '对齐',
      content:
        '<p data-align="right">学生处</p><ul><li><p>一</p><ol><li><p>二</p></li></ol></li></ul>',
      audience: 'students',
      published_at: new Date(),
      subject: null,
    })
    .execute()
  await openApp('/manage/notices/aligned', { as: 'T5001' })
  const text = await screen.findByRole('textbox', { name: '正文' })
  expect(text.querySelector('p[data-align="right"]')?.textContent).toBe('学生处')
  expect(text.querySelector('ul > li > ol > li')?.textContent).toBe('二')
})
