import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { noticeQuery, noticesQuery } from '#app/features/notices/queries.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { notifyPerson } from '#server/features/notices/public'
import { goOffline, goOnline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

describe('notices', () => {
  test('an unread notice is marked 未读 in the list until it is opened [NOT-01 NOT-02 NOT-03]', async () => {
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

  test('an unbound visitor sees public notices without the mark 未读 [NOT-01 D-26]', async () => {
    await openApp('/Notice')
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0)
    expect(screen.queryByText('未读')).toBeNull()
  })

  test('opening a withdrawn notice deletes its cached copy, so that it cannot be read offline either [NOT-02]', async () => {
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
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeDefined())
    await db
      .updateTable('notice')
      .set({ withdrawn_at: new Date() })
      .where('id', '=', 'wrong-day')
      .execute()
    const again = await app.restart('/notice/wrong-day')
    expect(await screen.findByText('这条通知不存在或已被撤回')).toBeTruthy()
    expect(screen.queryByText('补考在周一')).toBeNull()
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeUndefined())
    goOffline(campus)
    await again.restart('/notice/wrong-day')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText('补考在周一')).toBeNull()
  })

  test('loading the list of notices deletes the cached copies of withdrawn notices, also of later pages, and keeps the others [NOT-02]', async () => {
    const { db } = campus.backend()
    const ids = ['in-reach', 'behind', 'stays-behind']
    const days = { 'in-reach': 0, behind: 300, 'stays-behind': 301 }
    await db
      .insertInto('notice')
      .values(
        Object.entries(days).map(([id, ago]) => ({
          id,
          title: `通知 ${id}`,
          content: `<p>全文 ${id}</p>`,
          audience: 'students' as const,
          published_at: new Date(Date.now() - (ago + 1) * 86_400_000),
          subject: null,
        })),
      )
      .execute()
    // Twenty notices between the first and the other two put the latter on later pages.
    await db
      .insertInto('notice')
      .values(
        Array.from({ length: 20 }, (_, at) => ({
          id: `between-${at}`,
          title: `之间 ${at}`,
          content: '<p></p>',
          audience: 'students' as const,
          published_at: new Date(Date.now() - (at + 2) * 86_400_000),
          subject: null,
        })),
      )
      .execute()
    let app = await openApp('/', { as: '880001' })
    for (const id of ids) {
      app = await app.restart(`/notice/${id}`)
      expect(await screen.findByText(`全文 ${id}`)).toBeTruthy()
      await waitFor(async () =>
        expect(await findCachedCopy(noticeQuery(id).queryKey)).toBeDefined(),
      )
    }
    await db
      .updateTable('notice')
      .set({ withdrawn_at: new Date() })
      .where('id', 'in', ['in-reach', 'behind'])
      .execute()
    app = await app.restart('/notice')
    await screen.findByText('之间 0')
    for (const id of ['in-reach', 'behind'])
      await waitFor(async () =>
        expect(await findCachedCopy(noticeQuery(id).queryKey)).toBeUndefined(),
      )
    goOffline(campus)
    app = await app.restart('/notice/stays-behind')
    expect(await screen.findByText('全文 stays-behind')).toBeTruthy()
    for (const id of ['in-reach', 'behind']) {
      app = await app.restart(`/notice/${id}`)
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      expect(screen.queryByText(`全文 ${id}`)).toBeNull()
    }
    campus.clearFaults()
    await db
      .deleteFrom('notice')
      .where((e) => e.or([e('id', 'in', ids), e('id', 'like', 'between-%')]))
      .execute()
  })

  test('home deletes the cached copy of a withdrawn notice although neither the list nor the notice is opened [NOT-02]', async () => {
    const { db } = campus.backend()
    await db
      .insertInto('notice')
      .values({
        id: 'by-home',
        title: '错发的名单',
        content: '<p>名单全文</p>',
        audience: 'students',
        published_at: new Date(Date.now() - 60_000),
        subject: null,
      })
      .execute()
    const app = await openApp('/notice/by-home', { as: '880001' })
    expect(await screen.findByText('名单全文')).toBeTruthy()
    const { queryKey } = noticeQuery('by-home')
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeDefined())
    await db.deleteFrom('notice').where('id', '=', 'by-home').execute()
    queryClient.clear()
    await app.restart('/')
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeUndefined())
  })

  test('a list of notices in another order, or with only pinned notices, deletes no cached copy [NOT-02]', async () => {
    const app = await openApp('/notice', { as: '880001' })
    const [row] = await screen.findAllByText('未读')
    await app.user.click(row?.closest('a') as HTMLElement)
    const id = app.address().split('/').at(-1) ?? ''
    const { queryKey } = noticeQuery(id)
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeDefined())
    const listed = (times: readonly string[], isTop?: string) =>
      times.map((publishTime, at) => ({
        id: `other-${at}`,
        title: `另一条 ${at}`,
        publishTime,
        isRead: '1',
        ...(isTop !== undefined && { isTop }),
      }))
    let asked = 0
    let records = listed(['2020-01-01 08:00', '2021-01-01 08:00'])
    campus.addFault(
      http.post('*/findNotice', async ({ request }) => {
        asked += 1
        const { pageNum } = (await request.json()) as { pageNum: number }
        const answer = Number(pageNum) === 1 ? records : []
        return HttpResponse.json({ code: '0', results: { records: answer, total: 50 } })
      }),
    )
    const settled = async () => {
      const before = asked
      await queryClient.invalidateQueries({ queryKey: noticesQuery(1).queryKey.slice(0, 2) })
      // The requests are for the list, the longer list and the page after the end.
      await waitFor(() => expect(asked).toBe(before + 3))
    }
    const again = await app.restart('/notice')
    await screen.findByText('另一条 0')
    await waitFor(() => expect(asked).toBe(3))
    expect(await findCachedCopy(queryKey)).toBeDefined()
    records = listed(['2020-01-01 08:00'], '1')
    await settled()
    expect(await findCachedCopy(queryKey)).toBeDefined()
    // Unpinned, the same list covers all notices since 2020, so that the cached notice counts as
    // withdrawn.
    records = listed(['2020-01-01 08:00'])
    await queryClient.invalidateQueries({ queryKey: noticesQuery(1).queryKey.slice(0, 2) })
    await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeUndefined())
    campus.clearFaults()
    await again.restart('/')
  })

  test('the HTML of a notice neither runs scripts nor loads anything [NOT-02 D-90]', async () => {
    const content =
      '<h1>大标题</h1><p onclick="x()">正文<script>alert(1)</script><img src=x onerror=x()></p><object data="https://x.test"></object>' +
      '<img src="https://tracker.test/x.gif"><img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:text/html;base64,eA==">' +
      '<a href="javascript:alert(1)">坏链接</a> <a href="https://good.test/a">好链接</a><ul><li>一</li></ul><style>*{}</style>'
    campus.addFault(
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

  test('a notice shows the HTML that is allowed: tables, numbered lists and embedded pictures [NOT-02 D-90]', async () => {
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

  test('a message that was never opened is readable offline, from the list or its address, and counts as read when the network is back', async () => {
    const { db } = campus.backend()
    const text = '班会改到周四晚上七点'
    await notifyPerson(db, {
      subject: 'student:S880001',
      title: { zh: '班会改期', en: 'Class meeting moved' },
      content: { zh: text, en: 'Thursday at 19:00' },
      now: new Date(),
    })
    const { id } = await db
      .selectFrom('notice')
      .select('id')
      .where('title', '=', '班会改期')
      .executeTakeFirstOrThrow()
    const marks = () =>
      db.selectFrom('notice_read').selectAll().where('notice_id', '=', id).execute()
    const app = await openApp('/', { as: '880001' })
    await waitFor(async () => expect(await findCachedCopy(noticesQuery(1).queryKey)).toBeDefined())
    goOffline(campus)
    const again = await app.restart('/notice')
    await again.user.click(await screen.findByRole('link', { name: /班会改期/ }))
    expect(await screen.findByText(text)).toBeTruthy()
    // After a start without a network, as from a system notification.
    queryClient.clear()
    await again.restart(`/notice/${id}`)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(await screen.findByText(/更新于/)).toBeTruthy()
    expect(await marks()).toEqual([])
    goOnline(campus)
    await waitFor(async () => expect(await marks()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(/更新于/)).toBeNull())
    expect(screen.getByText(text)).toBeTruthy()
    await db.deleteFrom('notice').where('id', '=', id).execute()
  })

  test('the list of notices that was loaded once is shown offline with its age [NOT-01]', async () => {
    const app = await openApp('/notice', { as: '880001' })
    await screen.findAllByText('未读')
    goOffline(campus)
    await app.restart('/notice')
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0)
    expect(await screen.findByText(/更新于/)).toBeTruthy()
  })

  test('reopening the list of notices shows newly published notices with a single request', async () => {
    const app = await openApp('/notice', { as: '880001' })
    await screen.findAllByText('未读')
    await waitFor(async () => expect(await findCachedCopy(noticesQuery(1).queryKey)).toBeDefined())
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
    // A reload empties the memory.
    queryClient.clear()
    campus.calls.length = 0
    await app.restart('/notice')
    expect(await screen.findByText('刚刚发布')).toBeTruthy()
    const asked = campus.calls.filter(({ path }) => path === '/api/notice/findNotice')
    expect(asked).toHaveLength(1)
    await db.deleteFrom('notice').where('id', '=', 'news').execute()
  })

  test('an empty list of notices shows 暂无通知 [NOT-01]', async () => {
    campus.addFault(
      http.post('*/api/notice/findNotice', () =>
        HttpResponse.json({ results: { records: [], total: 0 } }),
      ),
    )
    await openApp('/notice', { as: '880001' })
    expect(await screen.findByText('暂无通知')).toBeTruthy()
  })
})

describe('pages that the school writes', () => {
  test('the enrolment guide that was loaded once is shown offline to an unbound visitor [NOT-04 NOT-06 NOT-09 OFF-02]', async () => {
    const app = await openApp('/schoolKnow')
    await screen.findByText('本科新生：8月12日至8月20日')
    goOffline(campus)
    await app.restart('/schoolKnow')
    expect(await screen.findByText('本科新生：8月12日至8月20日')).toBeTruthy()
    expect(screen.getByText('每年 8000 元，在校期间免息')).toBeTruthy()
  })

  test('the fee standards of the demo campus are shown [NOT-05 NOT-07 NOT-08 NOT-09]', async () => {
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

  test('a guide that the school has not written shows 学校尚未发布, and one with an English text is shown in English [NOT-04 D-112]', async () => {
    await campus.backend().db.deleteFrom('guide').where('name', '=', 'know').execute()
    await openApp('/schoolKnow')
    expect(await screen.findByText('学校尚未发布')).toBeTruthy()
    setLanguage('en')
    await openApp('/feeMenu')
    expect(await screen.findByText('Interest-free loan: 8000 yuan a year.')).toBeTruthy()
  })

  test('the sample form shows the amounts of the placeholder [NOT-10]', async () => {
    await openApp('/generateform/990001', { as: '990001' })
    expect(await screen.findByText(/18,000/)).toBeTruthy()
    expect(screen.getByText(/¥ 800\.00/)).toBeTruthy()
  })
})
