import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import { type Backend, startBackend } from '../../support/backend/backend.ts'
import { expectNoConsoleErrors, signIn } from '../../support/browser/browser-campus.ts'
import {
  launchPhone,
  type BrowserPhone,
  waitForOfflineReady,
} from '../../support/browser/chromium.ts'

// The base path and the backend page to redirect to are build settings, so this test makes its own
// build.
const BASE = '/campus'
const BACKEND_PAGE = '/elsewhere/maintenance'

let folder: string
let backend: Backend
let phone: BrowserPhone

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baodao-elsewhere-'))
  const { VITEST: _, ...environment } = process.env
  const settings = {
    APP_DIR: folder,
    BASE_PATH: BASE,
    VITE_BACKEND_PAGE: BACKEND_PAGE,
    NODE_ENV: 'production',
  }
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'],
    {
      env: { ...environment, ...settings },
    },
  )
  backend = await startBackend({ listen: true, env: { APP_DIR: folder, BASE_PATH: BASE } })
  phone = await launchPhone()
})

afterAll(async () => {
  await phone.close()
  await backend.close()
  await rm(folder, { recursive: true, force: true })
  await rm(`${folder}.built.json`, { force: true })
})

test('a build with a base path keeps its pages, calls, service worker, links and installation below that path, also offline [XC-01 ID-34]', async () => {
  const { page, context } = phone
  const origin = backend.url + BASE
  const outside: string[] = []
  context.on('request', (request) => {
    const { origin: host, pathname } = new URL(request.url())
    if (host === backend.url && !pathname.startsWith(`${BASE}/`)) outside.push(pathname)
  })
  await signIn(page, origin, '880001')
  await waitForOfflineReady(page)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    `${origin}/`,
  )
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((href) => href.startsWith('/') && !href.startsWith(`${BASE}/`))).toEqual([])
  const manifest = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? ''
    return (await fetch(address)).json()
  })
  expect(manifest).toMatchObject({ start_url: `${BASE}/`, scope: `${BASE}/` })

  for (const path of [
    '/more',
    '/notice',
    '/schoolcalendar',
    '/outbox',
    '/onlinefee/5/880001',
    '/searchscore/880001',
  ]) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(BASE + path)
  }
  await page.goto(`${origin}/`)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '课表' }).click()
  await page.getByRole('table').waitFor()
  await phone.setOffline()
  for (const path of ['/searchcourse/880001', '/schoolcalendar', '/']) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await phone.setOffline(false)
  expect(outside).toEqual([])
  expectNoConsoleErrors(phone)
})

/** The header that marks a response of the campus; the app ignores a redirect without it. */
const FROM_CAMPUS = { [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE }

test('an answer with status -500 redirects the browser to the backend’s page [XC-08 D-10]', async () => {
  const { page } = phone
  // The network is back, so the previous test's page would retry and receive the status -500; this
  // test's page would then find nobody signed in.
  await page.goto('about:blank')
  await page.route(`**${BASE}/**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ headers: FROM_CAMPUS, json: { status: -500 } })
      : route.fallback(),
  )
  await page.route(`**${BACKEND_PAGE}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>maintenance</h1>' }),
  )
  await page.goto(`${backend.url}${BASE}/evaluation`)
  await page.waitForURL(backend.url + BACKEND_PAGE)
  await page.unrouteAll()
})

test('without an openId a page redirects to the root once, and the root does not redirect [ID-35 ID-30]', async () => {
  const { page } = phone
  const origin = backend.url + BASE
  await page.goto(`${origin}/`)
  // The messaging app had identified the person, and the phone has lost the openId.
  await page.evaluate(() => {
    localStorage.removeItem('openId')
    localStorage.setItem('accesstoken', 'once')
  })
  const visited: string[] = []
  page.on(
    'framenavigated',
    (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname),
  )
  await page.goto(`${origin}/welcome/1`)
  await page.getByText('请先绑定学号或考生号').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  // The page is visited, perhaps twice before it redirects; then the root, once.
  expect([...new Set(visited)]).toEqual([`${BASE}/welcome/1`, `${BASE}/`])
  expect(visited.filter((path) => path === `${BASE}/`)).toHaveLength(1)
})
