import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanHtml } from '#server/features/notices/clean-html'
import { notifyPerson } from '#server/features/notices/public'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const LIST = '/api/notice/findNotice'
const FIND = '/api/notice/findNoticeDetail'
type Row = { id: string; title: string; publishTime: string; isRead?: string; content?: string }
const list = async (who: Pick<Backend, 'post'> = student, page = { pageNum: 1, pageSize: 50 }) =>
  (await who.post(LIST, page)).body.results as { records: Row[]; total: number }
const titles = async (who: Pick<Backend, 'post'>) =>
  (await list(who)).records.map(({ title }) => title)

describe('the list of notices', () => {
  test('notices are listed newest first, page by page, with their total [NOT-03]', async () => {
    const { records, total } = await list()
    expect(total).toBe(records.length)
    const times = records.map(({ publishTime }) => publishTime)
    expect(times).toEqual(times.toSorted().toReversed())
    for (const row of records) expect(row.publishTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
    const pages = [
      await list(student, { pageNum: 1, pageSize: 3 }),
      await list(student, { pageNum: 2, pageSize: 3 }),
    ]
    expect(pages.flatMap((page) => page.records)).toEqual(records.slice(0, 6))
    expect(pages.map((page) => page.total)).toEqual([total, total])
    expect((await list(student, { pageNum: 99, pageSize: 10 })).records).toEqual([])
    expect((await list(student, { pageNum: 0, pageSize: 100_000 })).records).toEqual(records)
  })

  test('an unbound visitor sees the public notices, without unread marks [NOT-01 D-90]', async () => {
    const { records } = await list(backend)
    expect(records.length).toBeGreaterThan(2)
    for (const row of records)
      expect(Object.keys(row).toSorted()).toEqual(['id', 'publishTime', 'title'])
    const hidden = (await titles(student)).filter(
      (title) => !records.some((row) => row.title === title),
    )
    expect(hidden).toContain('您的补考安排')
    for (const { id } of (await list()).records.filter(({ title }) => hidden.includes(title))) {
      const said = await backend.post(FIND, { id })
      expect([said.status, said.body]).toEqual([
        404,
        { code: '-1', msg: '这条通知不存在或已被撤回' },
      ])
    }
  })

  test('the list contains the content of short unread messages to the reader only', async () => {
    const { db } = backend
    const reader = await backend.signInAs('880003')
    const send = (subject: string, zh: string, content: string) =>
      notifyPerson(db, {
        subject,
        title: { zh, en: `${zh} en` },
        content: { zh: content, en: '' },
        now: new Date(),
      })
    await send('student:S880003', '短', '周四 <7 点')
    await send('student:S880003', '长', '长'.repeat(1400))
    await send('student:S880002', '别人的', '不给您')
    const contents = async () =>
      (await list(reader)).records.flatMap(({ title, content }) =>
        content === undefined ? [] : [[title, content]],
      )
    expect(await contents()).toEqual([['短', '<p>周四 &lt;7 点</p>']])
    const [short] = (await list(reader)).records.filter(({ title }) => title === '短')
    expect((await reader.post(FIND, { id: short?.id })).body.data.content).toBe(short?.content)
    expect(await contents()).toEqual([])
    await db.deleteFrom('notice').where('title', 'in', ['短', '长', '别人的']).execute()
  })

  test('a student, a staff member and a single addressee each see the notices addressed to them [NOT-03]', async () => {
    const other = await backend.signInAs('880002')
    expect(await titles(other)).toContain('本学期教学评价已开始')
    expect(await titles(other)).not.toContain('您的补考安排')
    const staff = await backend.signInAs('T2001')
    expect(await titles(staff)).toContain('宿舍值班安排')
    expect(await titles(staff)).not.toContain('本学期教学评价已开始')
    expect(await titles(other)).not.toContain('宿舍值班安排')
  })

  test('a notice with a later date is not listed yet [NOT-03]', async () => {
    const soon = {
      id: 'soon',
      title: '明天发布',
      content: '<p>x</p>',
      audience: 'everyone',
      subject: null,
    } as const
    await backend.db
      .insertInto('notice')
      .values({ ...soon, published_at: new Date(Date.now() + 3_600_000) })
      .execute()
    expect(await titles(student)).not.toContain('明天发布')
    expect((await student.post(FIND, { id: 'soon' })).body.code).toBe('-1')
    backend.clock.advance(7200)
    expect((await titles(student))[0]).toBe('明天发布')
    backend.clock.set(new Date())
  })
})

describe('a notice to one person', () => {
  const message = {
    title: { zh: '您的投诉已答复', en: 'Your complaint was answered' },
    content: { zh: '您写道：<b>热水</b> & 电\n\n已修好。', en: 'It is mended.' },
  }

  test('a notice to one person can be read by that person only, as text, in both languages [NOT-03]', async () => {
    await notifyPerson(backend.db, { ...message, subject: 'student:S880001', now: new Date() })
    const [mine] = (await list()).records
    expect(mine).toMatchObject({ title: message.title.zh, isRead: '0' })
    expect((await student.post(FIND, { id: mine?.id })).body.data.content).toBe(
      '<p>您写道：&lt;b&gt;热水&lt;/b&gt; &amp; 电</p><p>已修好。</p>',
    )
    const english = await student.post(FIND, { id: mine?.id }, { 'accept-language': 'en' })
    expect(english.body.data).toMatchObject({
      title: message.title.en,
      content: '<p>It is mended.</p>',
    })
    expect(await titles(await backend.signInAs('880002'))).not.toContain(message.title.zh)
    expect((await backend.post(FIND, { id: mine?.id })).body.code).toBe('-1')
  })
})

describe('reading a notice', () => {
  test('reading a notice removes its unread mark for this person only [NOT-02]', async () => {
    const mark = async (who: SignedInUser, id: string) =>
      (await list(who)).records.find((row) => row.id === id)?.isRead
    const { records } = await list()
    expect(new Set(records.map(({ isRead }) => isRead))).toEqual(new Set(['0', '1']))
    const unread = records.find(
      ({ isRead, title }) => isRead === '0' && title === '新生入学报到须知',
    )
    const id = unread?.id ?? ''
    const { body } = await student.post(FIND, { id })
    expect(body).toEqual({
      code: '0',
      data: {
        id,
        title: unread?.title,
        content: expect.stringContaining('<h2>报到流程</h2>'),
        publishTime: unread?.publishTime,
      },
    })
    await student.post(FIND, { id })
    expect(await mark(student, id)).toBe('1')
    expect(await mark(await backend.signInAs('880002'), id)).toBe('0')
    expect((await student.post(FIND, { id, stuCode: 'S880002' })).status).toBe(200)
    expect(await mark(await backend.signInAs('880002'), id)).toBe('0')
  })

  test('an unbound visitor can read a public notice, and nothing is recorded [NOT-02]', async () => {
    const [first] = (await list(backend)).records
    expect((await backend.post(FIND, { id: first?.id })).body.code).toBe('0')
    const noted = await backend.db
      .selectFrom('notice_read')
      .selectAll()
      .where('subject', '=', '')
      .execute()
    expect(noted).toEqual([])
  })
})

describe('sanitizing of a notice’s content [D-90]', () => {
  const HOSTILE: [string, string][] = [
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<p onclick="x()" style="position:fixed" class="y" id="z">t</p>', '<p>t</p>'],
    ['<iframe src="https://x.test"></iframe><object data="x"></object><embed src="x">t', 't'],
    ['<svg onload=alert(1)><script>1</script></svg>t', 't'],
    ['<style>*{display:none}</style><link rel="stylesheet" href="https://x.test">t', 't'],
    ['<form action="https://x.test"><input name="p"><button>go</button></form>', 'go'],
    ['<a href="javascript:alert(1)">t</a>', '<a>t</a>'],
    ['<a href="java\tscript:alert(1)">t</a>', '<a>t</a>'],
    ['<a href="data:text/html,x">t</a>', '<a>t</a>'],
    ['<a href="//x.test">t</a>', '<a>t</a>'],
    ['<a href="/recharge">t</a>', '<a>t</a>'],
    [
      '<a href=" HTTPS://x.test/?a=1&amp;b=2" target="_self" onclick="x()">t</a>',
      '<a href="HTTPS://x.test/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">t</a>',
    ],
    ['<img src="https://tracker.test/x.gif" alt="x">t', 't'],
    ['<img src="data:image/svg+xml;base64,PHN2Zz4=">t', 't'],
    [
      '<img src="data:image/png;base64,AAAA" alt="x">',
      '<img src="data:image/png;base64,AAAA" alt="x" />',
    ],
    ['<h1>t</h1>', '<h2>t</h2>'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<table></table>',
    ],
    ['<base href="https://x.test"><meta http-equiv="refresh" content="0">t', 't'],
    ['a < b & c', 'a &lt; b &amp; c'],
  ]
  test.each(HOSTILE)('hostile notice content is sanitized: %s [NOT-03]', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })

  test('sanitizing clean notice content changes nothing, however deep it is nested [NOT-03]', () => {
    for (const [, clean] of HOSTILE) expect(cleanHtml(clean)).toBe(clean)
    expect(cleanHtml('<div>'.repeat(100_000)).length).toBeLessThan(10)
    expect(cleanHtml('<b>'.repeat(20_000)).length).toBeLessThan(1000)
  })

  test('notice content is sanitized when it is read, whoever wrote it into the table [NOT-03]', async () => {
    const content = '<p>hello <script>alert(1)</script><a href="javascript:x">there</a></p>'
    const row = {
      id: 'hostile',
      title: '<b>题</b>',
      content,
      audience: 'everyone',
      subject: null,
    } as const
    await backend.db
      .insertInto('notice')
      .values({ ...row, published_at: new Date(0) })
      .execute()
    const { body } = await backend.post(FIND, { id: 'hostile' })
    expect(body.data).toMatchObject({ content: '<p>hello <a>there</a></p>', title: '<b>题</b>' })
  })
})
