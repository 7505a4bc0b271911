import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { isQueryCached } from '#app/lib/cache/cached-query.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { chinaNow, chinaToday } from '#app/lib/format/china-time.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { noteServerTime } from '#app/lib/platform/server-clock.ts'
import { createAppRouter } from '#app/router.tsx'
import { goBackInHistory } from '#app/ui/history-traversal.ts'
import { homeTexts } from '#i18n/home'
import { goOffline, openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()
const said = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const app = (title: string) =>
  waitFor(
    () =>
      screen.queryByRole('link', { name: title }) ?? screen.getByRole('button', { name: title }),
  )
const list = (...entries: { title: string; url: string; labelName?: string; show?: string }[]) =>
  campus.addFault(
    http.post('*/wx/app/selectAllApp', () =>
      HttpResponse.json({
        applicationList: entries.map((entry) => ({
          icon: '',
          menu: '1',
          labelName: '我的常用',
          ...entry,
        })),
      }),
    ),
  )
const menus = () =>
  campus.calls
    .filter((call) => call.path === '/wx/app/selectAllApp')
    .map((call) => call.body['menu'])

describe('home', () => {
  test('home shows an unbound visitor the school, a placeholder for picture and name, and a link to the sign-in [HOME-02 HOME-03]', async () => {
    const { user, address } = await openApp('/')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('示例大学')
    expect(document.title).toBe('示例大学')
    await said('未绑定')
    expect(screen.getByRole('button', { name: '用沙盒账号进入' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: '请先绑定' }))
    await waitFor(() => expect(address()).toBe('/login'))
  })

  test('home shows a new student’s name, major, number and the label 新生, and the button to unbind [ID-02 HOME-04 HOME-20]', async () => {
    await openApp('/', { as: '990001' })
    const who = within(await screen.findByRole('region', { name: '陈晓雨' }))
    expect(who.getByText('计算机科学与技术')).toBeDefined()
    expect(who.getByText('990001')).toBeDefined()
    expect(who.getByText('新生')).toBeDefined()
    expect(who.getByRole('button', { name: '解除绑定' })).toBeDefined()
  })

  test('home warns a student who was bound on another phone or whose ID number was guessed at [security 2]', async () => {
    const { restart } = await openApp('/', { as: '880002' })
    expect(screen.queryByRole('alert')).toBeNull()
    const wrong = { stuNumber: '880002', idCard: '110101200601019999', openId: '' }
    for (let n = 0; n < 5; n++) await campus.backend().post('/api/binding/findstu', wrong)
    await restart()
    expect(
      (await screen.findByText(/多次输错您的绑定信息，已暂停尝试/)).closest('[role=alert]'),
    ).not.toBeNull()
    campus.backend().clock.advance(601)
    await campus.backend().signInAs('880002')
    await restart()
    await screen.findByText(/在另一部手机上绑定/)
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    campus.backend().clock.set(new Date())
  })

  test('home shows a continuing student without the label 新生 [HOME-20]', async () => {
    await openApp('/', { as: '880001' })
    expect(screen.queryByText('新生')).toBeNull()
  })

  test('home shows the list of entries above the grid of tiles, whose last tile is 更多功能敬请期待 [HOME-05 HOME-06 D-23]', async () => {
    list({ title: '甲', url: '/advice' }, { title: '乙', url: '/notice', labelName: '状态' })
    await openApp('/', { as: '880001' })
    const above = await app('乙')
    const tile = await app('甲')
    expect(above.compareDocumentPosition(tile) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    const grid = tile.parentElement
    expect(grid?.lastElementChild?.textContent).toBe('更多功能敬请期待')
  })

  test('a home entry opens its address with the student’s number added [HOME-07 D-25]', async () => {
    const { user, address } = await openApp('/', { as: '880001' })
    await user.click(await screen.findByRole('link', { name: '成绩' }))
    await waitFor(() => expect(address()).toBe('/searchscore/880001'))
  })

  test('a home entry of a step gets the step’s number, one with an external address leaves the app, and one with another scheme does nothing [D-25 D-32]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    list(
      { title: '生活', url: 'livinguse' },
      { title: '坏', url: 'javascript:alert(1)' },
      { title: '外', url: 'https://campus.example/a' },
    )
    const { user, address } = await openApp('/', { as: '990001' })
    expect((await app('生活')).getAttribute('href')).toBe('/livinguse/7/990001')
    await user.click(await app('坏'))
    expect(address()).toBe('/')
    await user.click(await app('外'))
    expect(assign).toHaveBeenCalledWith('https://campus.example/a')
  })

  test('an external address is opened after the browser has gone back from a closed sheet, which would cancel it [D-25]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    vi.spyOn(window.history, 'back').mockImplementation(() => {})
    list({ title: '外', url: 'https://campus.example/a' })
    const { user } = await openApp('/', { as: '990001' })
    const external = await app('外')
    const traversal = goBackInHistory()
    await user.click(external)
    expect(assign).not.toHaveBeenCalled()
    window.dispatchEvent(new PopStateEvent('popstate'))
    await traversal
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://campus.example/a'))
  })

  test('home requests one of three menus for visitors, students and staff [HOME-14]', async () => {
    await openApp('/')
    await waitFor(() => expect(menus()).toContain('0'))
    await openApp('/', { as: '880001' })
    await waitFor(() => expect(menus()).toContain('1'))
    await openApp('/', { as: 'T1001' })
    await waitFor(() => expect(menus()).toContain('2'))
  })

  test.each([
    ['T1001', []],
    ['T2001', ['扫码报到']],
    ['T3001', ['减免审核', '贷款审核']],
  ])(
    'home shows the staff member %s the entries of their post [HOME-15 HOME-16]',
    async (number, seen) => {
      list(
        { title: '扫码报到', url: '/scanCodes' },
        { title: '减免审核', url: '/checkReduce' },
        { title: '贷款审核', url: '/checkloan' },
        { title: '其他', url: '/advice' },
      )
      await openApp('/', { as: number })
      await app('其他')
      expect(
        ['扫码报到', '减免审核', '贷款审核'].filter(
          (title) => screen.queryByRole('link', { name: title }) !== null,
        ),
      ).toEqual(seen)
    },
  )

  test('most home entries tell an unbound visitor to bind first, but the calendar opens [HOME-17 ID-30]', async () => {
    list(
      { title: '成绩', url: '/searchscore' },
      { title: '校历', url: '/schoolcalendar' },
      { title: '全景校园', url: '' },
    )
    const { user, address } = await openApp('/')
    await user.click(await app('成绩'))
    await said('请先绑定学号或考生号')
    await user.click(await app('全景校园'))
    await said('该功能暂未开放！')
    await user.click(await app('校历'))
    await waitFor(() => expect(address()).toBe('/schoolcalendar'))
  })

  test('the home entry and the address of the online orientation are refused while it is closed [HOME-18 D-29]', async () => {
    campus.addFault(
      http.post('*/api/binding/findstu', async ({ request }) => {
        const answer = await campus.backend().fetch(request.url, {
          method: 'POST',
          headers: [...request.headers],
          body: await request.text(),
        })
        return HttpResponse.json({ ...(await answer.json()), stuIsReport: 'false' })
      }),
    )
    const { user } = await openApp('/', { as: '990001' })
    await said('网上迎新暂未开放')
    await user.click(await app('网上迎新'))
    await waitFor(() => expect(screen.getAllByText('网上迎新暂未开放')).toHaveLength(2))
    const direct = await openApp('/welcome/990001')
    expect(direct.address()).toBe('/')
  })

  test.each([
    ['990004', true],
    ['990001', false],
  ])(
    'a home entry hidden from undergraduates is shown to the student %s: %s [HOME-19 D-24]',
    async (number, seen) => {
      list({ title: '暗', url: '/advice', show: '0' }, { title: '明', url: '/notice' })
      await openApp('/', { as: number })
      await app('明')
      expect(screen.queryByRole('link', { name: '暗' }) !== null).toBe(seen)
    },
  )

  test.each([
    ['990001', true],
    ['990004', false],
    ['880001', false],
  ])(
    'the home entry of the major transfer is shown to the student %s: %s [HOME-21]',
    async (number, seen) => {
      list(
        { title: '转专业', url: '/applicationProfessionalTransfer' },
        { title: '校历', url: '/schoolcalendar' },
      )
      await openApp('/', { as: number })
      await app('校历')
      expect(screen.queryByRole('link', { name: '转专业' }) !== null).toBe(seen)
    },
  )

  test('an address with the name of an application opens it, and an unknown name shows home [HOME-01 D-16]', async () => {
    const { address } = await openApp('/SearchScore', { as: '880001' })
    await waitFor(() => expect(address()).toBe('/searchscore/880001'))
    const other = await openApp('/whatever', { as: '880001' })
    expect(other.address()).toBe('/whatever')
    await said('我的常用')
  })
})

describe('the demo campus’s home entries', () => {
  test('every feature has its home entry [HOME-11]', async () => {
    await openApp('/', { as: '990001' })
    await app('成绩')
    for (const title of [
      '网上缴费',
      '我的宿舍',
      '我的报到码',
      '转专业',
      '在线客服',
      '成绩',
      '课表',
      '校历',
      '通知公告',
      '个人资料',
      '军训服装',
      '生活用品',
      '评教',
      '投诉建议',
      '全部应用',
      '照片采集',
    ]) {
      expect(within(screen.getByRole('main')).getByText(title)).toBeDefined()
    }
  })

  test.each(['990001', '990004', '880001', 'T1001', 'T2001', 'T3001'])(
    'every link on home and on the page of all apps of %s leads to an existing page [HOME-07 HOME-10 HOME-11]',
    async (number) => {
      const router = createAppRouter(createMemoryHistory())
      for (const address of ['/', '/more']) {
        await openApp(address, { as: number })
        const main = within(screen.getByRole('main'))
        await waitFor(() => expect(main.queryByLabelText('加载中')).toBeNull())
        const lost = main.queryAllByRole('link').filter((link) => {
          const matched = router.matchRoutes(link.getAttribute('href') ?? '').at(-1)
          return matched === undefined || matched.routeId === '/$' || matched.routeId === '__root__'
        })
        expect(lost.map((link) => link.textContent)).toEqual([])
        cleanup()
      }
    },
  )

  test('home shows a dorm supervisor the entry of the scanner [HOME-11 HOME-15]', async () => {
    await openApp('/', { as: 'T2001' })
    await app('扫码报到')
  })

  test('the page of all apps shows English titles in English [HOME-10]', async () => {
    setLanguage('en')
    await openApp('/more', { as: '880001' })
    await app('Student status')
    await app('Grades')
    expect(document.querySelector('main')?.textContent).not.toMatch(/\p{Script=Han}/u)
  })

  test.each(['880001', '990001', 'T2001', 'T3001'])(
    'every home tile of %s has an English title [HOME-06]',
    async (number) => {
      setLanguage('en')
      await openApp('/', { as: number })
      const grid = (await app('All apps')).parentElement
      expect(grid?.textContent).not.toMatch(/\p{Script=Han}/u)
    },
  )
})

describe('the arrival code on home', () => {
  const open = async (number: string) => {
    const { user } = await openApp('/', { as: number })
    await user.click(await app('我的报到码'))
    return user
  }
  const registered = (msg: string) =>
    http.post('*/api/binding/checkStuRegStatus', () => HttpResponse.json({ msg }))
  const room = (data: unknown) =>
    http.post('*/orientation/selectDormInfo', () => HttpResponse.json({ code: '0', data }))

  test('the arrival code is shown at 256 by 256 pixels to a student who has registered and has a dorm [HOME-08 HOME-22 HOME-23]', async () => {
    const user = await open('990002')
    const dialog = within(await screen.findByRole('dialog', { name: '我的报到码' }))
    const picture = dialog.getByRole('img')
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['256', '256'])
    expect(dialog.getByText(/核验于/)).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the arrival code is not shown before the registration check [HOME-22 HOME-24]', async () => {
    await open('990001')
    await said('报到时使用，现场核验身份后出示')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the arrival code is not shown to an undergraduate without a dorm [HOME-23 HOME-25]', async () => {
    campus.addFault(registered('1'), room(null))
    await open('990001')
    await said('您还未选择宿舍，请先选择宿舍')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the arrival code is shown to a postgraduate without a dorm [HOME-23]', async () => {
    campus.addFault(registered('1'), room(null))
    await open('990004')
    expect(await screen.findByRole('dialog', { name: '我的报到码' })).toBeDefined()
  })

  test('the arrival code opens offline after an earlier check [D-30]', async () => {
    const user = await open('990002')
    await screen.findByRole('dialog', { name: '我的报到码' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => goOffline(campus))
    await user.click(await app('我的报到码'))
    expect(await screen.findByRole('dialog', { name: '我的报到码' })).toBeDefined()
  })

  test('the arrival code, opened offline without an earlier check, shows the offline message [D-30]', async () => {
    const { user } = await openApp('/', { as: '990002' })
    await app('我的报到码')
    act(() => goOffline(campus))
    await user.click(await app('我的报到码'))
    await said('当前网络不可用，请联网后再操作')
  })
})

describe('the page of all apps', () => {
  test('the page of all apps shows fourteen built-in entries, then the other entries of home, without duplicates [HOME-09 HOME-10]', async () => {
    const titles = () =>
      [...screen.getByRole('main').querySelectorAll('a, button')].map((one) => one.textContent)
    await openApp('/more', { as: '880001' })
    await app('课表')
    // The two lists load in any order.
    await waitFor(() => {
      expect(titles().slice(0, 14)).toEqual(Object.values(homeTexts.apps.zh))
      expect(titles().length).toBeGreaterThan(14)
    })
    const all = titles()
    expect(all).toEqual(
      expect.arrayContaining(['网上迎新', '我的报到码', '我的宿舍', '通知公告', '评教', '报到单']),
    )
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain('全部应用')
  })

  test('the page of all apps shows the fourteen built-in entries when the campus’s list was never loaded [D-27]', async () => {
    campus.addFault(
      http.post('*/wx/app/selectAllApp', () => HttpResponse.json({}, { status: 500 })),
    )
    await openApp('/more', { as: '880001' })
    await said('显示的是内置列表，联网后更新')
    expect(screen.getByRole('main').querySelectorAll('a, button')).toHaveLength(14)
  })

  test('the page of all apps tells a new student where to apply for a deferral, refuses a reduction, and opens the loan form [HOME-26 HOME-27 HOME-28]', async () => {
    const { user, address } = await openApp('/more', { as: '990001' })
    await user.click(await app('缓交'))
    await said('此项申请需到校现场办理！')
    await user.click(await app('减免'))
    await said('新生暂不能在线申请减免')
    await user.click(await app('贷款'))
    await waitFor(() => expect(address()).toBe('/loan/990001'))
  })

  test('the entry of the reduction opens its form for a continuing student [D-70]', async () => {
    await openApp('/more', { as: '880001' })
    expect((await app('减免')).getAttribute('href')).toBe('/reduce/880001')
  })
})

describe('the cards on home', () => {
  test('home shows a new student the next step and the progress', async () => {
    await openApp('/', { as: '990001' })
    await said('下一步 · 第 1 步，共 7 步')
    expect(screen.getByRole('link', { name: /个人与家庭信息/ }).getAttribute('href')).toBe(
      '/personalinformation/1/990001',
    )
  })

  test('items that wait in the outbox are counted on home and on the tab', async () => {
    await openApp('/', { as: '990001' })
    act(() => goOffline(campus))
    await act(() => submitToOutbox({ form: 'travel', payload: {} }))
    await said('1 份待提交')
    await said('到校信息已保存在本机')
    expect(screen.getByRole('link', { name: /^待提交.*1 份/ })).toBeDefined()
  })

  test('home warns a student who was bound on another phone since the last visit [security 2]', async () => {
    campus.addFault(
      http.post('*/api/binding/findstu', async ({ request }) => {
        const answer = await campus.backend().fetch(request.url, {
          method: 'POST',
          headers: [...request.headers],
          body: await request.text(),
        })
        return HttpResponse.json({
          ...(await answer.json()),
          boundElsewhereAt: new Date().toISOString(),
        })
      }),
    )
    await openApp('/', { as: '990001' })
    expect((await screen.findByRole('alert')).textContent).toContain('另一部手机')
  })

  test('home greets staff and shows them no timetable', async () => {
    await openApp('/', { as: 'T1001' })
    await said(/，您好$/)
    expect(screen.queryByRole('link', { name: '课表' })).toBeNull()
  })

  test('home shows its entries at the next start offline', async () => {
    const first = await openApp('/', { as: '880001' })
    await app('成绩')
    act(() => goOffline(campus))
    await first.restart('/')
    await app('成绩')
    await said('离线')
  })
  test('home shows a dorm supervisor how many students have arrived, with a link to the scanner [HOME-15]', async () => {
    await openApp('/', { as: 'T2001' })
    const link = (await screen.findByText(/^\d+ \/ \d+ 已登记$/)).closest('a')
    expect(link?.getAttribute('href')).toContain('/scanCodes')
  })

  test('home shows a review teacher the number of pending applications, and offline the offline message instead [HOME-16]', async () => {
    const home = await openApp('/', { as: 'T3001' })
    const link = (await screen.findByText(/^贷款 \d+ 份，建档立卡 \d+ 份$/)).closest('a')
    expect(link?.getAttribute('href')).toContain('/checkloan')
    act(() => goOffline(campus))
    expect(await screen.findByText('当前网络不可用，请联网后再操作')).toBeTruthy()
    expect(screen.queryByText(/^贷款 \d+ 份/)).toBeNull()
    queryClient.clear()
    await home.restart('/')
    expect(await screen.findByText('当前网络不可用，请联网后再操作')).toBeTruthy()
  })

  test('offline, home shows a supervisor’s count of arrivals with its age [OFF-08]', async () => {
    const home = await openApp('/', { as: 'T2001' })
    await said(/^\d+ \/ \d+ 已登记$/)
    act(() => goOffline(campus))
    await home.restart('/')
    await said(/^\d+ \/ \d+ 已登记$/)
    await said(/更新于[今昨]天/)
  })

  test('home shows a student who has finished all steps the room, offline with its age [DORM-13]', async () => {
    const home = await openApp('/', { as: '990002' })
    const link = (await screen.findByText('紫荆苑3号楼 412')).closest('a')
    expect(link?.getAttribute('href')).toContain('/qrcode')
    await said('报到步骤已全部完成')
    act(() => goOffline(campus))
    await home.restart('/')
    await said('紫荆苑3号楼 412')
    await said(/更新于[今昨]天/)
  })

  test('the card of a student who has finished all steps opens the arrival code [HOME-08]', async () => {
    const { user } = await openApp('/', { as: '990002' })
    await user.click(await screen.findByText('紫荆苑3号楼 412'))
    expect(await screen.findByRole('dialog', { name: '我的报到码' })).toBeDefined()
  })

  test('the home entry of the notices shows the number of unread notices, or no number when there are none [NOT-01]', async () => {
    await openApp('/', { as: '880001' })
    const entry = () => screen.getByRole('link', { name: /^通知公告/ }).textContent
    await waitFor(() => expect(entry()).toMatch(/^通知公告\d+\+?\d+\+? 条未读通知$/))
    cleanup()
    campus.addFault(
      http.post('*/findNotice', () => HttpResponse.json({ results: { records: [], total: 0 } })),
    )
    await openApp('/', { as: '880001' })
    await queryClient.invalidateQueries()
    await waitFor(() => expect(entry()).toBe('通知公告'))
  })

  test('home tells a student without a room that all steps are finished', async () => {
    campus.addFault(
      http.post('*/orientation/selectDormInfo', () => HttpResponse.json({ code: '0', data: null })),
    )
    await openApp('/', { as: '990002' })
    expect(
      (await screen.findByText('报到步骤已全部完成')).closest('a')?.getAttribute('href'),
    ).toContain('/welcome/990002')
  })

  test('home shows a postgraduate the next step', async () => {
    await openApp('/', { as: '990004' })
    await said(/^下一步 · 第 \d+ 步，共 \d+ 步$/)
  })

  test('home shows a continuing student what is owed only after the fees were loaded elsewhere', async () => {
    const asked = () => campus.calls.filter(({ path }) => path === '/api/fees/open')
    const home = await openApp('/', { as: '880001' })
    await app('成绩')
    // If home requested the fees at all, it would have done so by now.
    await act(() => whenInitialQueriesSettled())
    expect(screen.queryByText('待缴费')).toBeNull()
    expect(asked()).toHaveLength(0)
    await home.restart('/onlinefee/5/880001')
    await waitFor(() => expect(asked().length).toBeGreaterThan(0))
    await waitFor(async () => expect(await isQueryCached('fees')).toBe(true))
    act(() => goOffline(campus))
    await home.restart('/')
    const link = (await screen.findByText('待缴费')).closest('a')
    expect(link?.getAttribute('href')).toContain('/onlinefee/')
    expect(link?.textContent).toMatch(/¥ [\d,]+\.\d\d.*更新于[今昨]天/)
  })

  test.each([
    ['880001', '/onlinefee/5/880001', ['lesson', 'owed']],
    ['990002', '/myDormitory', ['room']],
    ['T2001', '/scanCodes', ['roster']],
    ['T1001', '/notice', ['notices']],
  ])(
    'on a phone whose clock is three days ahead, home shows %s the age of its cards by the campus’s clock [OFF-08]',
    async (number, fills, cards) => {
      const home = await openApp('/', { as: number })
      await act(() => whenInitialQueriesSettled())
      const filled = await home.restart(fills)
      await screen.findByRole('heading', { level: 1 })
      if (cards.includes('owed'))
        await waitFor(async () => expect(await isQueryCached('fees')).toBe(true))
      await act(() => whenInitialQueriesSettled())
      act(() => goOffline(campus))
      // Make the phone's clock three days ahead of the campus's.
      const ahead = 3 * 86_400_000
      noteServerTime(Date.now() - ahead)
      const days = () =>
        (document.body.textContent.match(/更新于.{0,3}/g) ?? []).map((said) => said.slice(3))
      await filled.restart('/')
      await waitFor(() => expect(days().length).toBeGreaterThanOrEqual(cards.length))
      const was = chinaNow(Date.now() - ahead).slice(0, 10)
      expect(was).toBe(chinaToday())
      expect(days().filter((day) => !/^[今昨]天/.test(day))).toEqual([])
    },
  )

  test('home shows other staff the number of unread notices [NOT-01]', async () => {
    await openApp('/', { as: 'T1001' })
    const led = () =>
      screen
        .queryAllByText(/^\d+\+? 条未读通知$/)
        .map((one) => one.closest('a')?.getAttribute('href'))
    await waitFor(() => expect(led()).toContain('/notice'))
  })
})
