import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ErrorScreen } from '#app/features/frame/ErrorScreen.tsx'
import { engineOf, setTellsTroubles, troubleOf, watchTroubles } from '#app/lib/trouble.ts'
import { openApp, openCampus } from '../support/render.tsx'

const campus = openCampus()
afterEach(async () => {
  vi.restoreAllMocks()
  await campus.backend().db.deleteFrom('trouble').execute()
})
const kept = () => campus.backend().db.selectFrom('trouble').selectAll().execute()

// The code's digits may be any, those of somebody's number too: what else is told is compared
// as a whole, instead of looking through all of it for digits that must not be there.
const CHOSEN_BY_CHANCE = {
  id: expect.any(String),
  at: expect.any(Date),
  code: expect.stringMatching(/^\d{3}-\d{3}$/),
}

test('whether errors are told is asked on the own page, and no is the beginning', async () => {
  const { user } = await openApp('/me', { as: '880001' })
  const choice = await screen.findByRole('group', { name: '出错时告诉学校' })
  expect(choice.querySelector('input:checked')?.parentElement?.textContent).toBe('不告诉')
  await user.click(screen.getByRole('radio', { name: '自动' }))
  expect(localStorage.getItem('tellsTroubles')).toBe('1')
  await user.click(screen.getByRole('radio', { name: '不告诉' }))
  expect(localStorage.getItem('tellsTroubles')).toBeNull()
})

test('a page that has failed tells the university when it is asked to, and then its code', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: '告诉学校' }))
  const said = await screen.findByText(/^已告诉学校，编号 \d{3}-\d{3}$/)
  const [told] = await kept()
  expect(said.textContent).toContain(told?.code)
  expect(told).toEqual({
    ...CHOSEN_BY_CHANCE,
    kind: 'screen',
    name: 'TypeError',
    version: '',
    engine: 'webkit',
    step: '/onlinefee/$sort/$stunum',
  })
  expect(screen.queryByRole('button', { name: '告诉学校' })).toBeNull()
})

describe('an error behind the page', () => {
  const fail = () =>
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('陈晓雨') }))

  test('is told once, without its message, by one page in four whose owner agreed', async () => {
    await openApp('/me', { as: '880001' })
    watchTroubles(() => '/searchcourse/$stunum', 0.3)
    watchTroubles(() => '/searchcourse/$stunum', 0.2)
    fail()
    setTellsTroubles(true)
    fail()
    fail()
    await waitFor(async () => expect(await kept()).toHaveLength(1))
    const [told] = await kept()
    expect(told).toEqual({
      ...CHOSEN_BY_CHANCE,
      kind: 'behind',
      name: 'RangeError',
      version: '',
      engine: 'webkit',
      step: '/searchcourse/$stunum',
    })
    setTellsTroubles(false)
  })
})

test('whatever is thrown, wherever, what is told has a shape without words', () => {
  const named = Object.assign(new Error('x'), { name: '张三 13912345678' })
  for (const thrown of [named, '陈晓雨', undefined, { name: '陈晓雨' }])
    expect(troubleOf(thrown, 'screen', '/onlinefee/5/880001')).toMatchObject({
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
])('%s is %s', (name, engine) => expect(engineOf(name)).toBe(engine))

test('the office reads moments in China’s time, wherever its computer stands', async () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/New_York'
  try {
    // Eight in the evening of the day before, there.
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
