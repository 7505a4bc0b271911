import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Editor, type JSONContent } from '@tiptap/core'
import fc from 'fast-check'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { convertWordLists } from '#app/features/notice-publishing/convert-word-lists.ts'
import { editorExtensions } from '#app/features/notice-publishing/editor-extensions.ts'
import { normalizeTables } from '#app/features/notice-publishing/normalize-tables.ts'
import { RichText } from '#app/features/notices/RichText.tsx'
import { cleanHtml } from '#server/features/notices/clean-html'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

const paste = (into: HTMLElement, html: string) =>
  fireEvent.paste(into, {
    clipboardData: {
      types: ['text/html', 'text/plain'],
      files: [],
      items: [],
      getData: (type: string) => (type === 'text/html' ? html : ''),
    },
  })

test('the office writes, previews and publishes a notice, and a student reads it', async () => {
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

test('the notice editor reports a missing title and text beside the fields, and sends nothing', async () => {
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  await office.user.click(await screen.findByRole('button', { name: '发布' }))
  expect(await screen.findByText('请填写标题')).toBeTruthy()
  expect(screen.getByText('请填写正文')).toBeTruthy()
  expect(campus.calls.map(({ path }) => path)).not.toContain('/api/manage/noticeboard/save')
})

test('the list of notices says for whom each is, also for a part of the students', async () => {
  await campus
    .backend()
    .db.updateTable('notice')
    .set({ audience: 'group', group_value: JSON.stringify({ cohort: 'new' }) })
    .where('title', '=', '图书馆开馆时间调整')
    .execute()
  await openApp('/manage/notices', { as: 'T4001' })
  const link = await screen.findByRole('link', { name: '图书馆开馆时间调整' })
  const row = link.closest('tr')
  if (row === null) throw new Error('the notice is not in a table')
  expect(within(row).getByText('一部分学生')).toBeTruthy()
})

test('the office withdraws a notice with a reason', async () => {
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

test('leaving the notice editor asks for confirmation when text is unsaved, and not after saving', async () => {
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

test('the notice editor turns a table’s caption into a line before the table, and its foot into its last rows', async () => {
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

test('a list pasted from a word processor into the notice editor becomes an HTML list', () => {
  const item = (sign: string, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${sign}<span>&nbsp; </span></span>${text}</p>`
  expect(
    convertWordLists(`<p>前</p>${item('1.', '一')}${item('2.', '二')}${item('·', '三')}<p>后</p>`),
  ).toBe('<p>前</p><ol><li>一</li><li>二</li></ol><ul><li>三</li></ul><p>后</p>')
})

test('a nested list pasted from a word processor into the notice editor stays nested', () => {
  const item = (level: number, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${text}</p>`
  expect(
    convertWordLists([item(1, '一'), item(2, '甲'), item(2, '乙'), item(1, '二')].join('')),
  ).toBe('<ul><li>一<ul><li>甲</li><li>乙</li></ul></li><li>二</li></ul>')
})

test('a notice opened in the editor keeps its alignment and its nested lists', async () => {
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

test('the notice editor centres and right-aligns text, and a student sees the alignment', async () => {
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('标题'), { target: { value: '放假通知' } })
  const text = await screen.findByRole('textbox', { name: '正文' })
  paste(text, '<p>学生工作处</p>')
  const tools = within(screen.getByRole('toolbar', { name: /^正文/ }))
  const pressed = (name: string) => tools.getByRole('button', { name }).getAttribute('aria-pressed')
  expect(pressed('左对齐')).toBe('true')
  await office.user.click(tools.getByRole('button', { name: '居中对齐' }))
  await waitFor(() => expect(pressed('居中对齐')).toBe('true'))
  expect(pressed('左对齐')).toBe('false')
  await office.user.click(tools.getByRole('button', { name: '右对齐' }))
  await office.user.click(screen.getByRole('button', { name: '发布' }))
  expect(await screen.findByRole('heading', { level: 1, name: '编辑通知' })).toBeTruthy()
  cleanup()
  const phone = await openApp('/Notice', { as: '880001' })
  await phone.user.click(await screen.findByRole('link', { name: /放假通知/ }))
  expect((await screen.findByText('学生工作处')).dataset['align']).toBe('right')
})

test('a pinned notice with a file comes first in a student’s list, and offline the notice says that the file is not on the phone', async () => {
  const office = await openApp('/manage/notices/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('标题'), { target: { value: '班车时刻' } })
  paste(await screen.findByRole('textbox', { name: '正文' }), '<p>见附件</p>')
  campus.addFault(
    http.post('*/api/manage/noticeboard/attach', async ({ request }) => {
      const body = new Uint8Array(await request.arrayBuffer())
      return campus
        .backend()
        .fetch(request.url, { method: 'POST', headers: [...request.headers], body })
    }),
  )
  const input = () => screen.getByLabelText<HTMLInputElement>('添加附件')
  const bring = (content: string) => office.user.upload(input(), new File([content], 'shike.pdf'))
  await bring('no document')
  expect(await screen.findByText(/^只能上传PDF/)).toBeTruthy()
  await waitFor(() => expect(input().disabled).toBe(false))
  await bring('%PDF-1.7 times')
  expect(await screen.findByRole('button', { name: '移除附件 shike.pdf' })).toBeTruthy()
  await office.user.click(screen.getByRole('checkbox', { name: /^置顶/ }))
  await office.user.click(screen.getByRole('button', { name: '发布' }))
  expect(await screen.findByRole('heading', { level: 1, name: '编辑通知' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: '移除附件 shike.pdf' })).toBeTruthy()

  cleanup()
  let phone = await openApp('/Notice', { as: '880001' })
  const [first] = await screen.findAllByRole('link', { name: /\d{4}-\d{2}-\d{2}/ })
  expect(first?.textContent).toMatch(/^班车时刻.*置顶/)
  await phone.user.click(await screen.findByRole('link', { name: /班车时刻/ }))
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'shike.pdf' })
  expect(link.href).toContain('/api/notice/file?key=')
  const address = phone.address()
  goOffline(campus)
  phone = await phone.restart(address)
  expect(await screen.findByText('附件没有保存在手机上，联网后可以打开')).toBeTruthy()
  expect(screen.getByText('shike.pdf')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'shike.pdf' })).toBeNull()
})

const aligned = fc.constantFrom(null, 'center', 'right', 'justify').map((align) => ({ align }))
const arbitraryText = fc
  .tuple(
    fc.constantFrom('报到', '第一天', 'a < b & c', '学生处'),
    fc.subarray(['bold', 'italic', 'underline', 'strike', 'subscript']),
  )
  .map(([text, marks]): JSONContent => ({
    type: 'text',
    text,
    ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  }))
const paragraph = fc
  .tuple(aligned, arbitraryText)
  .map(([attrs, text]): JSONContent => ({ type: 'paragraph', attrs, content: [text] }))
const heading = fc
  .tuple(aligned, fc.constantFrom(2, 3, 4), arbitraryText)
  .map(([{ align }, level, text]): JSONContent => ({
    type: 'heading',
    attrs: { align, level },
    content: [text],
  }))
const { list } = fc.letrec<{ list: JSONContent }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList'),
      fc.array(fc.tuple(paragraph, fc.option(tie('list'), { maxDepth: 3 })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([type, items]): JSONContent => ({
      type,
      content: items.map(([text, inner]) => ({
        type: 'listItem',
        content: inner === null ? [text] : [text, inner],
      })),
    })),
}))
const quote = fc.tuple(paragraph, fc.option(list)).map(([text, inner]): JSONContent => ({
  type: 'blockquote',
  content: inner === null ? [text] : [text, inner],
}))
const table = fc
  .array(fc.tuple(paragraph, list), { minLength: 1, maxLength: 2 })
  .map((rows): JSONContent => ({
    type: 'table',
    content: rows.map((cells) => ({
      type: 'tableRow',
      content: cells.map((cell) => ({ type: 'tableCell', content: [cell] })),
    })),
  }))
const text = fc
  .array(fc.oneof(paragraph, heading, list, quote, table), { minLength: 1, maxLength: 4 })
  .map((content): JSONContent => ({ type: 'doc', content }))

/** Each text below `root`, after the path of its enclosing tags with their alignment. */
function placesIn(root: Element): string[] {
  const places: string[] = []
  const walk = (element: Element, path: string) => {
    for (const child of element.childNodes) {
      if (child instanceof HTMLElement) {
        const { localName, dataset } = child
        // A reader sees headings one level deeper, below those of the page: all levels count as
        // equal.
        const tag = localName.replace(/^h[23]$/, 'h')
        walk(child, `${path}/${tag}${dataset['align'] === undefined ? '' : `:${dataset['align']}`}`)
      } else if ((child.textContent ?? '').trim() !== '')
        places.push(`${path} ${child.textContent}`)
    }
  }
  walk(root, '')
  return places
}
const opened = (content: JSONContent | string) =>
  new Editor({ extensions: editorExtensions, content })

test('any content of the notice editor is unchanged by sanitizing and reopening, and a reader sees the same structure', () => {
  fc.assert(
    fc.property(text, (content) => {
      const written = opened(content)
      const html = written.getHTML()
      const clean = cleanHtml(html)
      const again = opened(normalizeTables(clean))
      expect(again.getJSON()).toEqual(written.getJSON())
      expect(cleanHtml(again.getHTML())).toBe(clean)
      const box = document.createElement('div')
      box.innerHTML = html.replaceAll(/<colgroup>.*?<\/colgroup>/g, '')
      const { container, unmount } = render(<RichText html={clean} />)
      expect(placesIn(container.firstElementChild ?? container)).toEqual(placesIn(box))
      unmount()
      written.destroy()
      again.destroy()
    }),
    { numRuns: 60 },
  )
})
