import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type * as clockModule from '#app/lib/platform/server-clock.ts'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import { createReadCache } from '#offline/storage/read-cache'
import { toChinaYear } from '#server/platform/clock'
import { modifyBackendResponse } from '#tests/support/screens/payment-state.ts'
import { goOffline, goOnline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

// A test sets `unheard.is` to act as a page that was opened offline and has had no response of the
// campus. The page of these tests has had one.
const unheard = vi.hoisted(() => ({ is: false }))
vi.mock('#app/lib/platform/server-clock.ts', async (original) => {
  const clock = await original<typeof clockModule>()
  return {
    ...clock,
    isServerTimeKnown: () => !unheard.is && clock.isServerTimeKnown(),
    useClockSkew: () => {
      const doubt = clock.useClockSkew()
      return unheard.is ? 'ahead' : doubt
    },
  }
})

const campus = openScreenCampus()
const address = '/searchcourse/880001'
const table = () => screen.findByRole('table')
const week = async () => (await screen.findByRole('heading', { level: 1 })).textContent
const choose = (chosen: number) =>
  fireEvent.change(screen.getByLabelText('选择周次'), { target: { value: String(chosen) } })
const asked = () => campus.calls.filter(({ path }) => path === '/stuTable')

interface Wire {
  currentweek?: number
}
/** A backend whose weeks differ: each week has one lesson, named after the week's number. */
const differing = http.post<never, Wire>('*/stuTable', async ({ request }) => {
  const { currentweek = 3 } = await request.json()
  const rows = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((period) => [period, Array.from({ length: 7 }, () => null)]),
  )
  const lesson = {
    courseName: `课程${currentweek}`,
    classRoomName: 'A1',
    teacherName: '王',
    rowSpan: 1,
    isrowSpan: false,
    weekLy: '3',
  }
  campus.calls.push({ path: `week ${currentweek}`, body: {}, headers: new Headers() })
  return HttpResponse.json({
    code: '0',
    totalWeek: 5,
    yearTerm: '2026-2027学年第一学期',
    currentWeek: 3,
    data: { ...rows, '1': [lesson, ...Array.from({ length: 6 }, () => null)] },
  })
})
const broken = http.post('*/stuTable', () =>
  HttpResponse.json({
    code: '0',
    totalWeek: 18,
    yearTerm: '',
    currentWeek: 1,
    sameEveryWeek: true,
    data: {},
  }),
)

test('the timetable has nine periods by seven days, and each lesson has three lines of text [TTB-01 TTB-03 TTB-04]', async () => {
  await openApp(address, { as: '880001' })
  const grid = await table()
  expect(within(grid).getAllByRole('columnheader').slice(1)).toHaveLength(7)
  expect(within(grid).getAllByRole('rowheader')).toHaveLength(9)
  const filled = within(grid)
    .getAllByRole('cell')
    .filter((cell) => cell.textContent !== '')
  expect(filled.length).toBeGreaterThan(5)
  for (const cell of filled) expect(cell.querySelectorAll('span').length).toBeGreaterThanOrEqual(3)
})

test('tapping a lesson opens a sheet with all its details [TTB-04]', async () => {
  const { user } = await openApp('/searchcourse/880001', { as: '880001' })
  const cell = within(await table())
    .getAllByRole('cell')
    .find((one) => one.textContent !== '')
  const [course = '', room = ''] = [...(cell?.querySelectorAll('span') ?? [])].map(
    (one) => one.textContent ?? '',
  )
  await user.click(within(cell as HTMLElement).getByRole('button'))
  const sheet = await screen.findByRole('dialog', { name: course })
  expect(sheet.textContent).toContain(room)
  expect(sheet.textContent).toMatch(/第 \d(–\d)? 节 · \d\d:\d\d–\d\d:\d\d/)
  expect(sheet.textContent).toMatch(/任课教师.+周次(每周|仅单周)/)
  await user.click(within(sheet).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('lessons at the same time are marked as a conflict, and a sheet names weeks, remarks and the other lesson', async () => {
  const lesson = { day: 1, span: 2, room: '明德楼101', teacher: '张伟、王芳' }
  campus.addFault(
    http.post('*/stuTable', () =>
      HttpResponse.json({
        code: '0',
        totalWeek: 16,
        yearTerm: '2026-2027学年第一学期',
        currentWeek: 1,
        sameEveryWeek: true,
        data: {},
        lessons: [
          { ...lesson, period: 11, course: '大学英语', weeks: '1-8,10-16', note: '带词典' },
          { ...lesson, period: 12, span: 1, course: '书法', weeks: '' },
          { ...lesson, period: 13, span: 1, course: '晚自习', weeks: '' },
        ],
        schedules: [
          {
            from: '2026-03-01',
            periods: Array.from({ length: 12 }, (_, nth) => `${nth + 10}:00-${nth + 10}:45`),
          },
        ],
      }),
    ),
  )
  const { user } = await openApp(address, { as: '880001' })
  const grid = await table()
  const periods = within(grid).getAllByRole('rowheader')
  expect(periods).toHaveLength(13)
  // The last period has no times on this day.
  expect(within(periods[12] as HTMLElement).getByText('第 13 节')).toBeTruthy()
  expect(within(grid).getByText('冲突')).toBeTruthy()
  await user.click(within(grid).getByRole('button', { name: /大学英语/ }))
  const sheet = await screen.findByRole('dialog', { name: '大学英语' })
  expect(sheet.textContent).toContain('第 11–12 节 · 20:00–21:45')
  expect(sheet.textContent).toContain('周次第 1–8、10–16 周')
  expect(sheet.textContent).toContain('备注带词典')
  expect(sheet.textContent).toContain('时间冲突书法')
})

test('lessons of several periods span several cells of the timetable’s 63 [TTB-09]', async () => {
  await openApp(address, { as: '880001' })
  const cells = within(await table()).getAllByRole<HTMLTableCellElement>('cell')
  expect(cells.some((cell) => cell.rowSpan > 1)).toBe(true)
  expect(cells.reduce((sum, cell) => sum + cell.rowSpan, 0)).toBe(63)
})

test('an odd-week lesson is shown as 单周 in week 1 and not shown in week 2 [TTB-08]', async () => {
  await openApp(address, { as: '880001' })
  await table()
  choose(1)
  await waitFor(async () => expect(await week()).toBe('第 1 周'))
  expect(within(await table()).getAllByText('单周').length).toBeGreaterThan(0)
  choose(2)
  await waitFor(async () => expect(await week()).toBe('第 2 周'))
  expect(within(await table()).queryByText('单周')).toBeNull()
})

test('the timetable’s week is chosen from a list or by buttons, within the term [TTB-02]', async () => {
  const app = await openApp(address, { as: '880001' })
  await table()
  choose(1)
  await waitFor(async () => expect(await week()).toBe('第 1 周'))
  await app.user.click(screen.getByRole('button', { name: '上一周' }))
  expect(await week()).toBe('第 1 周')
  await app.user.click(screen.getByRole('button', { name: '下一周' }))
  expect(await week()).toBe('第 2 周')
  const weeks = screen.getByLabelText('选择周次').querySelectorAll('option').length
  choose(weeks)
  await app.user.click(screen.getByRole('button', { name: '下一周' }))
  expect(await week()).toBe(`第 ${weeks} 周`)
})

test('a swipe of more than 50 pixels on the timetable changes the week by one, and a shorter swipe does not [TTB-02 TTB-10]', async () => {
  await openApp(address, { as: '880001' })
  await table()
  choose(3)
  await waitFor(async () => expect(await week()).toBe('第 3 周'))
  const swipe = async (by: number) => {
    const grid = await table()
    const pointer = { isPrimary: true, button: 0, pointerId: 1, clientY: 300, bubbles: true }
    fireEvent(grid, new PointerEvent('pointerdown', { ...pointer, clientX: 200 }))
    fireEvent(grid, new PointerEvent('pointermove', { ...pointer, clientX: 200 + by }))
    fireEvent(grid, new PointerEvent('pointerup', { ...pointer, clientX: 200 + by }))
  }
  await swipe(-40)
  expect(await week()).toBe('第 3 周')
  await swipe(-80)
  await waitFor(async () => expect(await week()).toBe('第 4 周'))
  await swipe(80)
  await waitFor(async () => expect(await week()).toBe('第 3 周'))
})

test('the timetable opens on the current week with its dates, and marks today by the server’s clock', async () => {
  const { clock } = campus.backend()
  clock.set(`${toChinaYear(new Date())}-10-14T10:00:00+08:00`)
  await openApp(address, { as: '880001' })
  const today = within(await table())
    .getAllByRole('columnheader')
    .filter((one) => one.getAttribute('aria-current') === 'date')
  expect(today.map((one) => one.querySelector('b')?.textContent)).toEqual(['14'])
  expect(screen.getByText(/10月\d+日 – 10月\d+日/)).toBeTruthy()
  clock.set(new Date())
})

test('the timetable shows a holiday’s name in the headings of its days and below the grid, and no lessons on them [TTB-04 CAL-03]', async () => {
  modifyBackendResponse(campus, '/stuTable', (body) => {
    const monday = String(body['startDate'])
    const tuesday = new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10)
    body['holidays'] = [
      { date: monday, endDate: tuesday, title: '开学放假', titleEn: 'Opening days' },
    ]
  })
  await openApp(address, { as: '880001' })
  await table()
  choose(1)
  const heads = async () =>
    within(await table())
      .getAllByRole('columnheader')
      .slice(1)
  await waitFor(async () =>
    expect((await heads()).filter((one) => one.textContent?.includes('休'))).toHaveLength(2),
  )
  expect((await heads()).map((one) => one.textContent?.includes('开学放假'))).toEqual([
    true,
    true,
    ...Array(5).fill(false),
  ])
  expect(screen.getByText(/日 – .*日 开学放假，停课$/)).toBeTruthy()
  const lessonsOn = async (day: number) =>
    [...(await table()).querySelectorAll(`tbody tr`)].flatMap(
      (row) => row.children.item(day)?.textContent ?? [],
    )[0]
  expect([await lessonsOn(1), await lessonsOn(2)]).toEqual(['', ''])
  choose(2)
  await waitFor(async () =>
    expect((await heads()).some((one) => one.textContent?.includes('休'))).toBe(false),
  )
})

test('a swapped day names the day whose lessons it has, in its heading, below the grid and in the lesson’s sheet, also offline', async () => {
  modifyBackendResponse(campus, '/stuTable', (body) => {
    const first = Date.parse(String(body['startDate']))
    const dayAt = (days: number) => new Date(first + days * 86_400_000).toISOString().slice(0, 10)
    body['lessons'] = [
      { day: 5, period: 1, span: 2, course: '数据结构', room: 'A1', teacher: '王', weeks: '2' },
    ]
    body['swappedDays'] = [{ date: dayAt(5), follows: dayAt(11) }]
  })
  const app = await openApp(address, { as: '880001' })
  await table()
  goOffline(campus)
  await app.restart()
  await table()
  choose(1)
  await waitFor(async () =>
    expect(
      within(await table())
        .getAllByRole('columnheader')
        .map((one) => /调上第 2 周星期五的课/.test(one.textContent ?? '')),
    ).toEqual([false, false, false, false, false, false, true, false]),
  )
  expect(screen.getByText(/月\d+日 调休，上第 2 周星期五的课$/)).toBeTruthy()
  await app.user.click(within(await table()).getByRole('button', { name: /数据结构/ }))
  const sheet = await screen.findByRole('dialog', { name: '数据结构' })
  expect(sheet.textContent).toContain('第 1 周')
  expect(sheet.textContent).toContain('调休上第 2 周星期五的课')
})

test('the timetable is loaded once for all weeks, which are shown offline after a restart with their age [TTB-05 OFF-05 OFF-27]', async () => {
  const app = await openApp(address, { as: '880001' })
  await table()
  choose(2)
  choose(7)
  await table()
  expect(asked()).toHaveLength(1)
  goOffline(campus)
  await app.restart()
  await table()
  expect(screen.getByText(/课表更新于今天 \d\d:\d\d，可能不是最新/)).toBeTruthy()
  for (const chosen of [1, 9]) {
    choose(chosen)
    await waitFor(async () => expect(await week()).toBe(`第 ${chosen} 周`))
    expect(within(await table()).getAllByRole('rowheader')).toHaveLength(9)
  }
})

test('when the weeks of a timetable differ, the other weeks are loaded in the background and are readable offline [TTB-06 OFF-27]', async () => {
  campus.addFault(differing)
  const app = await openApp(address, { as: '880001' })
  expect(await screen.findByText('课程3')).toBeTruthy()
  await waitFor(() =>
    expect(
      campus.calls
        .map(({ path }) => path)
        .filter((path) => path.startsWith('week'))
        .sort(),
    ).toEqual(['week 1', 'week 2', 'week 3', 'week 4', 'week 5']),
  )
  goOffline(campus)
  await app.restart()
  await screen.findByText('课程3')
  choose(5)
  expect(await screen.findByText('课程5')).toBeTruthy()
})

test('a week of the timetable that was never loaded says so offline', async () => {
  campus.addFault(differing)
  const app = await openApp(address, { as: '880001' })
  await screen.findByText('课程3')
  await waitFor(() => expect(campus.calls.some(({ path }) => path === 'week 5')).toBe(true))
  const { queryClient } = await import('#app/lib/cache/query-client.ts')
  goOffline(campus)
  // Delete the fifth week, as if the phone had lost the network before loading it.
  const fifth = queryClient
    .getQueryCache()
    .getAll()
    .find(({ queryKey }) => queryKey.at(-1) === 5)
  const { del } = await import('idb-keyval')
  queryClient.removeQueries({ queryKey: fifth?.queryKey ?? ['none'] })
  await del(`read-${fifth?.queryHash}`, createKeyValueStore('baodao-reads', 'reads'))
  choose(5)
  expect(await screen.findByText('这一周还没有存到手机上')).toBeTruthy()
  expect(app.address()).toBe(address)
})

test('a timetable that was never loaded says so offline and has a retry button', async () => {
  const { bindDemoUser } = await import('#tests/support/screens/render.tsx')
  await bindDemoUser('880001')
  goOffline(campus)
  await openApp(address)
  expect(await screen.findByText(/课表还没有存到手机上/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

test.each([60, 1_100])(
  'offline on a phone whose clock is %d days ahead, the cached timetable is shown with its date and a note about the clock [OFF-08 D-105]',
  async (days) => {
    const app = await openApp(address, { as: '880001' })
    await table()
    const { queryClient } = await import('#app/lib/cache/query-client.ts')
    const kept = queryClient
      .getQueryCache()
      .getAll()
      .find(({ queryKey }) => queryKey[1] === 'term-timetable')
    await waitFor(async () =>
      expect(await createReadCache().storage.getItem(`read-${kept?.queryHash}`)).toBeTruthy(),
    )
    goOffline(campus)
    unheard.is = true
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + days * 86_400_000 })
    try {
      queryClient.clear()
      await app.restart(address)
      expect(await screen.findByText('本机日期可能不对')).toBeTruthy()
      expect(screen.getByText(/课表更新于.*\d+月\d+日/)).toBeTruthy()
      expect(screen.queryByText(/还没有存到手机上/)).toBeNull()
      queryClient.clear()
      await app.restart('/')
      expect(await screen.findAllByText(/更新于.*月.*日/)).not.toEqual([])
      expect(screen.queryByText(/还没有存到手机上/)).toBeNull()
    } finally {
      vi.useRealTimers()
      unheard.is = false
    }
  },
)

test('a timetable without lessons shows 暂无课表 and a link home', async () => {
  campus.addFault(broken)
  await openApp(address, { as: '880001' })
  expect(await screen.findByText('暂无课表')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回首页' })).toBeTruthy()
})

test('the student gets a secret address for subscribing to the timetable in the phone’s calendar, and can renew the address [TTB-01]', async () => {
  const app = await openApp('/searchcourse/880001', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: '加入手机日历' }))
  await app.user.click(await screen.findByRole('button', { name: '获取地址' }))
  const address = async () => (await screen.findByLabelText<HTMLInputElement>('日历地址')).value
  const first = await address()
  expect(first).toMatch(/^http:\/\/campus\.test\/api\/timetable\/calendar\.ics\?key=.{40,}$/)
  expect(screen.getByRole('link', { name: '在日历中打开' }).getAttribute('href')).toBe(
    first.replace('http:', 'webcal:'),
  )
  expect(await (await campus.backend().fetch(first)).text()).toContain('BEGIN:VCALENDAR')
  await app.user.click(screen.getByRole('button', { name: '换一个新地址，旧地址失效' }))
  await waitFor(async () => expect(await address()).not.toBe(first))
  expect((await campus.backend().fetch(first)).status).toBe(404)
})

test('requesting the timetable’s calendar address offline shows an error at once [TTB-01 D-103]', async () => {
  const app = await openApp('/searchcourse/880001', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: '加入手机日历' }))
  goOffline(campus)
  await app.user.click(await screen.findByRole('button', { name: '获取地址' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
})

describe('examinations and make-up classes in the timetable', () => {
  const exam = {
    kind: 'exam',
    course: '高等数学',
    date: '2026-10-12',
    starts: '14:00',
    ends: '16:00',
    room: '明德楼102',
    seat: '12',
  }
  const answerExams = () =>
    modifyBackendResponse(campus, '/stuTable', (body) => {
      body['startDate'] = '2026-08-31'
      body['holidays'] = []
      body['lessons'] = [
        { day: 1, period: 6, span: 2, course: '体育', room: '操场', teacher: '王', weeks: '' },
      ]
      body['exams'] = [
        { ...exam, course: '英语', date: '2026-10-05', starts: '09:00', ends: '11:00' },
        exam,
        { ...exam, kind: 'make-up-class', course: '物理', starts: '19:00', ends: '20:00' },
      ]
    })
  const card = async () =>
    (await screen.findByRole('heading', { name: '考试与补课' })).parentElement?.parentElement
      ?.textContent

  test('are listed offline with time, room, seat and what is at the same time; past ones are folded up', async () => {
    campus.backend().clock.set('2026-10-12T10:00:00+08:00')
    answerExams()
    const app = await openApp(address, { as: '880001' })
    await card()
    goOffline(campus)
    await app.restart()
    expect(await card()).toContain(
      '考试高等数学10月12日 周一 14:00–16:00明德楼102 · 座位 12与“体育”时间冲突补课物理',
    )
    expect(await card()).toMatch(/19:00–20:00明德楼102 · 座位 12已结束 1 场考试英语/)
    expect(screen.getByText('已结束 1 场').closest('details')?.open).toBe(false)
    const marked = within(await table())
      .getAllByRole('columnheader')
      .map((one) => one.textContent?.includes('考') === true)
    expect(marked).toEqual([false, true, false, false, false, false, false, false])
    campus.backend().clock.set(new Date())
  })

  test('come first on the home page before a lesson that begins later, and otherwise below the next lesson', async () => {
    const { clock } = campus.backend()
    clock.set('2026-10-12T10:00:00+08:00')
    answerExams()
    const app = await openApp('/', { as: '880001' })
    const link = (await screen.findByText('考试 · 今天')).closest('a')
    expect(link?.textContent).toContain('高等数学14:00–16:00明德楼102 · 座位 12')
    clock.set('2026-10-12T16:00:00+08:00')
    await app.restart('/')
    const lesson = (await screen.findByText('正在上课')).closest('a')
    expect(lesson?.textContent).toContain('体育')
    expect(lesson?.textContent).toContain('补课 · 今天 19:00 物理')
    clock.set(new Date())
  })
})

describe('the copy of the term, for an app of an earlier release', () => {
  const storage = () => createReadCache().storage
  const nameOf = (read: string) => `read-${JSON.stringify(['S880001', read])}`
  const copyOf = (read: string) =>
    storage().getItem<{ state: { data: { value: { lessons?: object[] } } } }>(nameOf(read))
  const storeEarlierCopy = async (course: string) => {
    const lesson = {
      course,
      room: 'A1',
      teacher: '王',
      periods: 1,
      covered: false,
      oddWeeksOnly: false,
    }
    const term = { weeks: 18, term: '2026-2027学年第一学期', currentWeek: 3, everyWeek: true }
    const free = Array.from({ length: 6 }, () => null)
    const copy = {
      state: {
        data: { value: { ...term, rows: { 1: [lesson, ...free] } } },
        dataUpdatedAt: Date.now() - 3 * 86_400_000,
      },
      queryKey: ['S880001', 'timetable'],
      queryHash: JSON.stringify(['S880001', 'timetable']),
      buster: '1',
    }
    await storage().setItem(nameOf('timetable'), copy)
  }

  test('the list of lessons is stored under a name that no earlier app reads, so that such an app offline never takes it for an empty timetable', async () => {
    await openApp(address, { as: '880001' })
    await table()
    await waitFor(async () =>
      expect((await copyOf('term-timetable'))?.state.data.value.lessons).not.toEqual([]),
    )
    expect(await copyOf('timetable')).toBeUndefined()
  })

  test('offline, the copy of an earlier release is shown with its age, until there is one of this release; both stay on the phone', async () => {
    const { bindDemoUser } = await import('#tests/support/screens/render.tsx')
    await bindDemoUser('880001')
    await storeEarlierCopy('旧版课程')
    goOffline(campus)
    const app = await openApp(address)
    expect(within(await table()).getByText('旧版课程')).toBeTruthy()
    expect(screen.getByText(/课表更新于/)).toBeTruthy()
    expect(await copyOf('term-timetable')).toBeUndefined()
    goOnline(campus)
    await app.restart(address)
    await waitFor(async () => expect(await copyOf('term-timetable')).toBeTruthy())
    await waitFor(() => expect(screen.queryByText('旧版课程')).toBeNull())
    expect(await copyOf('timetable')).toBeTruthy()
  })
})
