import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ErrorScreen } from '#app/features/app-shell/ErrorScreen.tsx'
import {
  detectBrowserEngine,
  setErrorReportConsent,
  createErrorReport,
  createUncaughtErrorReporter,
} from '#app/lib/network/error-reporting.ts'
import { onUncaughtError } from '#app/lib/network/uncaught-errors.ts'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()
afterEach(async () => {
  vi.restoreAllMocks()
  setErrorReportConsent(false)
  await campus.backend().db.deleteFrom('trouble').execute()
})
const kept = () => campus.backend().db.selectFrom('trouble').selectAll().execute()

// A report's code is random and can contain the digits of a student number. So that the tests need
// not search a report for forbidden digits, they compare all its other fields exactly.
const CHOSEN_BY_CHANCE = {
  id: expect.any(String),
  at: expect.any(Date),
  code: expect.stringMatching(/^\d{3}-\d{3}$/),
}

test('consent to error reports is off by default and is given and withdrawn on the personal page', async () => {
  const { user } = await openApp('/me', { as: '880001' })
  const choice = await screen.findByRole('group', { name: '出错时告诉学校' })
  expect(choice.querySelector('input:checked')?.parentElement?.textContent).toBe('不告诉')
  await user.click(screen.getByRole('radio', { name: '自动' }))
  expect(localStorage.getItem('tellsTroubles')).toBe('1')
  await user.click(screen.getByRole('radio', { name: '不告诉' }))
  expect(localStorage.getItem('tellsTroubles')).toBeNull()
})

/**
 * Record the error reports that are sent from now on, in their order. A report counts when its call
 * is made, not when it arrives, so that a test knows at once whether a failure was reported.
 */
function listen() {
  const fetched = vi.spyOn(globalThis, 'fetch')
  return () =>
    fetched.mock.calls.flatMap(([to, { body } = {}]): unknown[] =>
      typeof to === 'string' && to.endsWith('/api/troubles/report') && typeof body === 'string'
        ? [JSON.parse(body)]
        : [],
    )
}

describe('a page that has failed', () => {
  const ASK = { name: '告诉学校' }
  const SAID = /^已告诉学校，编号 \d{3}-\d{3}$/

  function openBroken() {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const root = createRootRoute()
    const broken = createRoute({
      getParentRoute: () => root,
      path: '/onlinefee/$sort/$stunum',
      staticData: { offlineFor: 'nobody' },
      component: () => {
        throw new TypeError('陈晓雨 13912345678')
      },
    })
    const router = createRouter({
      routeTree: root.addChildren([broken]),
      history: createMemoryHistory({ initialEntries: ['/onlinefee/5/880001'] }),
      defaultErrorComponent: ErrorScreen,
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a tree of its own
    render(<RouterProvider router={router as any} />)
  }

  test('a failed page reports its error only after a tap, and then shows the report’s code', async () => {
    const told = listen()
    openBroken()
    const button = await screen.findByRole('button', ASK)
    expect(told()).toEqual([])
    await userEvent.click(button)
    const said = await screen.findByText(SAID)
    // There is one report, of the tap: an automatic report would have been made by now.
    expect(told()).toHaveLength(1)
    const rows = await kept()
    expect(rows).toEqual([
      {
        ...CHOSEN_BY_CHANCE,
        kind: 'screen',
        name: 'TypeError',
        version: '',
        engine: 'webkit',
        step: '/onlinefee/$sort/$stunum',
      },
    ])
    expect(said.textContent).toContain(rows[0]?.code)
    expect(screen.queryByRole('button', ASK)).toBeNull()
  })

  test('with consent, a failed page always reports its error without a tap, once', async () => {
    setErrorReportConsent(true)
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const told = listen()
    openBroken()
    const said = await screen.findByText(SAID)
    expect(told()).toHaveLength(1)
    const rows = await kept()
    expect(rows).toMatchObject([{ kind: 'screen', name: 'TypeError' }])
    expect(said.textContent).toContain(rows[0]?.code)
  })

  test('a failed page ignores a second tap while its report is being sent, and sends the same report again when it did not arrive', async () => {
    const told = listen()
    let fail = () => {}
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    campus.addFault(
      http.post('*/api/troubles/report', () => failed.then(() => HttpResponse.error()), {
        once: true,
      }),
    )
    openBroken()
    const button = await screen.findByRole('button', ASK)
    await userEvent.click(button)
    await userEvent.click(button)
    expect(told()).toHaveLength(1)
    fail()
    await screen.findByText('网络错误，请稍后再试')
    await userEvent.click(button)
    await screen.findByText(SAID)
    expect(told()).toHaveLength(2)
    expect(new Set(told().map((one) => JSON.stringify(one))).size).toBe(1)
  })
})

describe('an error outside rendering', () => {
  const error = new RangeError('陈晓雨')
  const FAILURES = {
    thrown: () => window.dispatchEvent(new ErrorEvent('error', { error })),
    'of a promise': () =>
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error })),
  }

  // Wait for the report, which would otherwise arrive during the next test.
  const arrived = () => waitFor(async () => expect(await kept()).toHaveLength(1))

  /** Start error reporting as a page does, and stop it at the end of the test. */
  function watch(...random: [] | [number]) {
    const added = vi.spyOn(window, 'addEventListener')
    const report = createUncaughtErrorReporter(...random)
    onUncaughtError((error) => report(error, '/searchcourse/$stunum'))
    for (const [type, listener] of added.mock.calls)
      onTestFinished(() => window.removeEventListener(type, listener))
    added.mockRestore()
  }

  describe.each(Object.entries(FAILURES))('an error outside rendering: %s', (_, fail) => {
    test('an error outside rendering is reported once, without its message', async () => {
      const told = listen()
      setErrorReportConsent(true)
      watch(0)
      fail()
      for (const again of Object.values(FAILURES)) again()
      const what = {
        code: CHOSEN_BY_CHANCE.code,
        kind: 'behind',
        name: 'RangeError',
        version: '',
        engine: 'webkit',
        step: '/searchcourse/$stunum',
      }
      expect(told()).toEqual([what])
      await waitFor(async () => expect(await kept()).toEqual([{ ...CHOSEN_BY_CHANCE, ...what }]))
    })

    test('an error outside rendering is not reported without consent or after consent was withdrawn', async () => {
      const told = listen()
      watch(0)
      fail()
      expect(told()).toEqual([])
      setErrorReportConsent(true)
      setErrorReportConsent(false)
      fail()
      expect(told()).toEqual([])
      // With consent again, the same page reports: reporting was running all the time.
      setErrorReportConsent(true)
      fail()
      expect(told()).toHaveLength(1)
      await arrived()
    })

    test('an error outside rendering is reported by one page in four', async () => {
      const told = listen()
      setErrorReportConsent(true)
      watch(0.25)
      fail()
      expect(told()).toEqual([])
      watch(0.249)
      fail()
      expect(told()).toHaveLength(1)
      await arrived()
    })

    test('whether a page reports errors outside rendering is decided at random for each page', async () => {
      const told = listen()
      setErrorReportConsent(true)
      const chance = vi.spyOn(Math, 'random').mockReturnValue(0.25)
      watch()
      fail()
      expect(told()).toEqual([])
      chance.mockReturnValue(0.249)
      watch()
      fail()
      expect(told()).toHaveLength(1)
      await arrived()
    })
  })
})

test('an error report contains no free text and no number of the address, whatever was thrown', () => {
  const named = Object.assign(new Error('x'), { name: '张三 13912345678' })
  for (const thrown of [named, '陈晓雨', undefined, { name: '陈晓雨' }])
    expect(createErrorReport(thrown, 'screen', '/onlinefee/5/880001')).toMatchObject({
      name: 'Other',
      step: '/',
      code: expect.stringMatching(/^\d{3}-\d{3}$/),
    })
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13; X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36',
    'chromium 118',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'webkit 17',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0',
    'webkit',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', 'gecko 115'],
  ['Somebody 110101200801010015', 'other'],
])('the user agent %s is reported as the engine %s', (name, engine) =>
  expect(detectBrowserEngine(name)).toBe(engine),
)

test('the office finds an error report by the code that a student reads out', async () => {
  const found = {
    code: '123-456',
    kind: 'behind',
    name: 'RangeError',
    step: '/onlinefee/$sort/$stunum',
    engine: 'webkit 17',
    version: 'a1b2c3d4',
    at: new Date('2026-08-31T16:30:00Z'),
  } as const
  const other = { ...found, code: '654-321', kind: 'screen' } as const
  await campus.backend().db.insertInto('trouble').values([found, other]).execute()
  const { user } = await openApp('/manage/troubles', { as: 'T4001' })
  await screen.findByText('654-321')
  await user.type(screen.getByRole('textbox', { name: '错误编号' }), '123 456')
  await user.click(screen.getByRole('button', { name: '搜索' }))
  await waitFor(() => expect(screen.queryByText('654-321')).toBeNull())
  const row = (await screen.findByText('123-456')).closest('tr')
  const titles = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  const cells = [...(row?.children ?? [])].map(({ textContent }) => textContent)
  expect(Object.fromEntries(titles.map((title, at) => [title, cells[at]]))).toEqual({
    错误编号: '123-456',
    出错时间: '2026-09-01 00:30:00',
    错误种类: '页面背后出错 · RangeError',
    出错页面: '/onlinefee/$sort/$stunum',
    浏览器: 'webkit 17',
    应用版本: 'a1b2c3d4',
  })
})

test('the office sees the time of an error report in China’s time zone, whatever the computer’s time zone', async () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/New_York'
  try {
    // In that time zone it is still the previous day.
    const at = new Date('2026-08-31T16:30:00Z')
    expect(at.getHours()).toBe(12)
    const { db, signInAs } = campus.backend()
    await db
      .insertInto('trouble')
      .values({
        code: '123-456',
        kind: 'screen',
        name: 'TypeError',
        step: '/',
        engine: 'webkit 17',
        version: 'x',
        at,
      })
      .execute()
    await openApp('/manage/troubles', { as: 'T4001' })
    expect((await screen.findByText('123-456')).closest('tr')?.textContent).toContain(
      '2026-09-01 00:30:00',
    )
    await signInAs('T2001')
    await db.updateTable('session').set({ created_at: at }).where('code', '=', 'T2001').execute()
    cleanup()
    await openApp('/manage/devices')
    expect((await screen.findAllByText('2026-09-01 00:30:00')).length).toBeGreaterThan(0)
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
