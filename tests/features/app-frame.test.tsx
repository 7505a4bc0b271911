import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { offerUpdate } from '#app/features/app-shell/app-update.ts'
import { markFormDirty } from '#app/lib/forms/dirty-forms.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import { pageNameTexts } from '#i18n/page-names'
import { readOfflineForByRoute } from '../../build/precache-packs.ts'
import { goOffline, openApp, openScreenCampus } from '../support/screens/render.tsx'

// Here pages wait for a frame, as in a browser.
vi.unmock('#app/lib/platform/next-paint.ts')

const campus = openScreenCampus()
const said = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

describe('the app frame', () => {
  test('a skip link leads to the content', async () => {
    const { user } = await openApp('/more')
    await user.click(screen.getByRole('link', { name: '跳到正文' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('an unknown address of several segments shows 没有找到页面 and a link home [D-16]', async () => {
    const { user, address } = await openApp('/no/such/page')
    await said('没有找到页面')
    expect(document.title).toBe('没有找到页面 · 示例大学')
    await user.click(screen.getByRole('link', { name: '返回首页' }))
    await waitFor(() => expect(address()).toBe('/'))
  })

  test('every page whose code might not be cached on a phone has a name in Chinese and in English', () => {
    const pages = readOfflineForByRoute().flatMap(([file, whom]) =>
      whom === 'everybody' ? [] : (/^src\/routes\/([^./]+)/.exec(file)?.[1]?.toLowerCase() ?? []),
    )
    expect(pages.length).toBeGreaterThan(40)
    const { zh, en } = pageNameTexts.names
    expect(pages.filter((page) => !(page in zh) || !(page in en))).toEqual([])
  })

  test('the banner says without a network what still works, and says 弱网 on a weak network', async () => {
    await openApp('/me', { as: '880001' })
    act(() => goOffline(campus))
    await said(/已存的内容可查看，表单可填写/)
    vi.restoreAllMocks()
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText('离线')).toBeNull())
    act(() => recordOutboxOutcome('unreachable'))
    await said('弱网')
  })

  test('an update of the app is offered, but not while somebody is typing into a form', async () => {
    await openApp('/me')
    const apply = vi.fn<() => void>()
    const end = markFormDirty()
    act(() => offerUpdate(apply))
    expect(screen.queryByRole('region', { name: '有新版本' })).toBeNull()
    act(end)
    const offer = within(await screen.findByRole('region', { name: '有新版本' }))
    offer.getByRole('button', { name: '更新' }).click()
    expect(apply).toHaveBeenCalledOnce()
    act(() => offer.getByRole('button', { name: '稍后' }).click())
    await waitFor(() => expect(screen.queryByRole('region', { name: '有新版本' })).toBeNull())
  })

  test('the tab bar has home, timetable, outbox and the personal page', async () => {
    await openApp('/', { as: '880001' })
    const tabs = within(await screen.findByRole('navigation', { name: '主导航' }))
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '首页',
      '课表',
      '待提交',
      '我的',
    ])
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('首页')
  })
})

describe('lists', () => {
  test('an empty list says 暂无数据 [XC-14]', async () => {
    campus.addFault(
      http.post('*/wx/app/selectAllApp', () => HttpResponse.json({ applicationList: [] })),
    )
    await openApp('/more', { as: '990001' })
    await said('暂无数据')
  })

  test('a list shows 加载中 until it has loaded [XC-27]', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { backend } = campus
    campus.addFault(
      http.post('*/getSocre', async ({ request }) => {
        await gate
        return backend().fetch(request.url, {
          method: 'POST',
          headers: [...request.headers],
          body: await request.text(),
        })
      }),
    )
    await openApp('/searchscore/880001', { as: '880001' })
    await screen.findByLabelText('加载中')
    open()
    await screen.findAllByRole('table')
    // The trend has a table too, and the terms of it may come first.
    await waitFor(() => expect(screen.queryByLabelText('加载中')).toBeNull())
  })
})

describe('the personal page', () => {
  test('language, theme and text size are switched and stored [D-112]', async () => {
    const { user } = await openApp('/me', { as: '990001' })
    await user.click(screen.getByRole('radio', { name: '深色' }))
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark')
    await user.click(screen.getByRole('radio', { name: '大字' }))
    expect(document.documentElement.getAttribute('data-text')).toBe('large')
    await user.click(screen.getByRole('radio', { name: 'English' }))
    await said('Text size')
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('language')).toBe('en')
    await user.click(screen.getByRole('radio', { name: 'As the phone' }))
    expect(document.documentElement.hasAttribute('data-theme')).toBe(false)
    await user.click(screen.getByRole('radio', { name: 'Normal' }))
  })

  test('without a service worker the personal page says that the app does not open offline', async () => {
    await openApp('/me')
    await said('本浏览器不支持离线打开；已打开的页面仍可填写和保存')
  })
})

describe('addresses', () => {
  test.each(['/editinfo/1/2', '/advice/1', '/evaluation/1'])(
    'the address %s shows 没有找到页面 [D-16]',
    async (address) => {
      await openApp(address, { as: '990001' })
      await said('没有找到页面')
    },
  )

  test('another number in the address is replaced by the bound student’s own [D-36]', async () => {
    const { address } = await openApp('/onlinefee/5/3?a=1', { as: '990001' })
    await waitFor(() => expect(address()).toBe('/onlinefee/5/990001?a=1'))
  })
})

test('the next page is rendered only after the frame that answers the tap on its link', async () => {
  const { user } = await openApp('/me')
  const order: string[] = []
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((paint) => {
    setTimeout(() => {
      order.push(`frame of ${heading()}`)
      paint(performance.now())
    })
    return 0
  })
  const before = heading()
  await user.click(screen.getByRole('link', { name: '全部应用' }))
  await waitFor(() => expect(heading()).not.toBe(before))
  expect(order[0]).toBe(`frame of ${before}`)
})

test('links work in a page that the browser does not paint', async () => {
  const { user } = await openApp('/me')
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
  const before = heading()
  await user.click(screen.getByRole('link', { name: '全部应用' }))
  await waitFor(() => expect(heading()).not.toBe(before))
})

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
