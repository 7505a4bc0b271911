import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { noticeQuery, noticesQuery } from '#app/features/notices/queries.ts'
import { copyOf } from '#app/lib/kept.ts'
import { setLanguage } from '#app/lib/language.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { goOffline, openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()

describe('notices', () => {
  test('an unread one has its mark until it was opened [NOT-01 NOT-02 NOT-03]', async () => {
    const app = await openApp('/Notice', { as: '880001' })
    const [mark] = await screen.findAllByText('未读')
    const row = mark?.closest('a') as HTMLElement
    const title = row.querySelector('span > span, span')?.textContent ?? ''
    const before = screen.getAllByText('未读').length
    await app.user.click(row)
    expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy()
    expect(title).not.toBe('')
    await app.user.click(screen.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(screen.queryAllByText('未读').length).toBe(before - 1))
  })

  test('who is not bound sees the public ones, without marks [NOT-01 D-26]', async () => {
    await openApp('/Notice')
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0)
    expect(screen.queryByText('未读')).toBeNull()
  })

  test('a notice that was withdrawn is gone from a phone that had read it, offline too [NOT-02]', async () => {
    const { db } = campus.backend()
    await db
      .insertInto('notice')
      .values({
        id: 'wrong-day',
        title: '补考时间',
        content: '<p>补考在周一</p>',
        audience: 'students',
        published_at: new Date(),
        subject: null,
      })
      .execute()
    const app = await openApp('/notice/wrong-day', { as: '880001' })
    expect(await screen.findByText('补考在周一')).toBeTruthy()
    const { queryKey } = noticeQuery('wrong-day')
    await waitFor(async () => expect(await copyOf(queryKey)).toBeDefined())
    await db
      .updateTable('notice')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', 'wrong-day')
      .execute()
    const again = await app.restart('/notice/wrong-day')
    expect(await screen.findByText('这条通知不存在或已被撤回')).toBeTruthy()
    expect(screen.queryByText('补考在周一')).toBeNull()
    await waitFor(async () => expect(await copyOf(queryKey)).toBeUndefined())
    goOffline(campus)
    await again.restart('/notice/wrong-day')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText('补考在周一')).toBeNull()
  })

  test('whatever HTML a backend sends, nothing of it runs or loads [NOT-02 D-90]', async () => {
    const content =
      '<h1>大标题</h1><p onclick="x()">正文<script>alert(1)</script><img src=x onerror=x()></p><object data="https://x.test"></object>' +
      '<img src="https://tracker.test/x.gif"><img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:text/html;base64,eA==">' +
      '<a href="javascript:alert(1)">坏链接</a> <a href="https://good.test/a">好链接</a><ul><li>一</li></ul><style>*{}</style>'
    campus.fault(
      http.post('*/api/notice/findNoticeDetail', () =>
        HttpResponse.json({
          code: '0',
          data: { id: '1', title: '标题', content, publishTime: '2026-09-01 08:00' },
        }),
      ),
    )
    await openApp('/notice/1', { as: '880001' })
    const text = (await screen.findByText('正文')).closest('article') as HTMLElement
    expect(text.querySelector('script, img, object, style, [onclick]')).toBeNull()
    expect(within(text).queryByRole('link', { name: /坏链接/ })).toBeNull()
    const link = within(text).getByRole('link', { name: /好链接/ })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://good.test/a',
      'noopener noreferrer',
    ])
    expect(within(text).getByRole('heading', { level: 3, name: '大标题' })).toBeTruthy()
    expect(within(text).getByRole('listitem').textContent).toBe('一')
  })

  test('whatever the backend lets through is shown: tables as they are, numbered lists, pictures in the text [NOT-02 D-90]', async () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const sent =
      '<p>H<sub>2</sub>O x<sup>2</sup> <s>旧</s></p><ol start="3"><li>三</li></ol>' +
      '<table><caption>表题</caption><tbody><tr><th colspan="2">合并</th><td rowspan="x">一</td></tr></tbody>' +
      `<tfoot><tr><td rowspan="2">合计</td></tr></tfoot></table><img src="${picture}" alt="校门">` +
      '<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="不显示"><img src="https://tracker.test/x.gif" alt="不显示">'
    await campus
      .backend()
      .db.insertInto('notice')
      .values({
        id: 'rich',
        title: '图文',
        content: sent,
        audience: 'everyone',
        subject: null,
        published_at: new Date(0),
      })
      .execute()
    await openApp('/notice/rich', { as: '880001' })
    const text = (await screen.findByText('表题')).closest('article') as HTMLElement
    for (const tag of ['sub', 'sup', 's', 'caption', 'tfoot'])
      expect(text.querySelector(tag)).not.toBeNull()
    expect(text.querySelector('ol')?.start).toBe(3)
    expect([
      text.querySelector('th')?.colSpan,
      text.querySelector('tfoot td')?.getAttribute('rowspan'),
    ]).toEqual([2, '2'])
    expect(text.querySelector('tbody td')?.hasAttribute('rowspan')).toBe(false)
    expect(within(text).getAllByRole('img')).toEqual([
      within(text).getByRole('img', { name: '校门' }),
    ])
    expect(within(text).getByRole('img').getAttribute('src')).toBe(picture)
    await campus.backend().db.deleteFrom('notice').where('id', '=', 'rich').execute()
  })

  test('what was read once can be read in a tunnel [NOT-01]', async () => {
    const app = await openApp('/notice', { as: '880001' })
    await screen.findAllByText('未读')
    goOffline(campus)
    await app.restart('/notice')
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0)
    expect(await screen.findByText(/更新于/)).toBeTruthy()
  })

  test('opened anew a moment later, it has what was published since, by one question', async () => {
    const app = await openApp('/notice', { as: '880001' })
    await screen.findAllByText('未读')
    await waitFor(async () => expect(await copyOf(noticesQuery(1).queryKey)).toBeDefined())
    const { db } = campus.backend()
    await db
      .insertInto('notice')
      .values({
        id: 'news',
        title: '刚刚发布',
        content: '<p>新</p>',
        published_at: new Date(),
        audience: 'students',
      })
      .execute()
    // As a page that is loaded anew: nothing is in memory.
    queryClient.clear()
    campus.calls.length = 0
    await app.restart('/notice')
    expect(await screen.findByText('刚刚发布')).toBeTruthy()
    const asked = campus.calls.filter(({ path }) => path === '/api/notice/findNotice')
    expect(asked).toHaveLength(1)
    await db.deleteFrom('notice').where('id', '=', 'news').execute()
  })

  test('none yet [NOT-01]', async () => {
    campus.fault(
      http.post('*/api/notice/findNotice', () =>
        HttpResponse.json({ results: { records: [], total: 0 } }),
      ),
    )
    await openApp('/notice', { as: '880001' })
    expect(await screen.findByText('暂无通知')).toBeTruthy()
  })
})

describe('the pages that the school writes', () => {
  test('the enrolment notice, read once, needs no network and no binding [NOT-04 NOT-06 NOT-09 OFF-02]', async () => {
    const app = await openApp('/schoolKnow')
    await screen.findByText('本科新生：8月12日至8月20日')
    goOffline(campus)
    await app.restart('/schoolKnow')
    expect(await screen.findByText('本科新生：8月12日至8月20日')).toBeTruthy()
    expect(screen.getByText('每年 8000 元，在校期间免息')).toBeTruthy()
  })

  test('the fee standards of the demo campus [NOT-05 NOT-07 NOT-08 NOT-09]', async () => {
    await openApp('/feeMenu')
    const [tuition, others] = await screen.findAllByRole('table')
    const rows = within(tuition ?? document.body)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(rows.slice(1)).toEqual(['第一类2400015600', '第二类2600016600', '第三类2800018600'])
    for (const amount of ['4200', '1205', '500', '400'])
      expect(within(others ?? document.body).getByText(amount)).toBeTruthy()
    expect(screen.getByText('特色学院另收 2700 元。')).toBeTruthy()
    expect(screen.getByText('无息贷款：每年 8000 元。')).toBeTruthy()
  })

  test('what the school has not written is said to be missing, and its English where there is some [NOT-04 D-112]', async () => {
    await campus.backend().db.deleteFrom('guide').where('name', '=', 'know').execute()
    await openApp('/schoolKnow')
    expect(await screen.findByText('学校尚未发布')).toBeTruthy()
    setLanguage('en')
    await openApp('/feeMenu')
    expect(await screen.findByText('Interest-free loan: 8000 yuan a year.')).toBeTruthy()
  })

  test('the sample form has the placeholder’s figures [NOT-10]', async () => {
    await openApp('/generateform/990001', { as: '990001' })
    expect(await screen.findByText(/18,000/)).toBeTruthy()
    expect(screen.getByText(/¥ 800\.00/)).toBeTruthy()
  })
})
