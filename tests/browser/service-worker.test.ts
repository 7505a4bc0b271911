import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractScriptAddresses } from '#contract/page-scripts'
import { startBackend, type Backend } from '../support/backend/backend.ts'
import { launchPhone, waitForOfflineReady, type BrowserPhone } from '../support/browser/chromium.ts'
import { startApp } from '../support/browser/hydration.ts'
import { rewriteAsNextBuild, editFile } from '../support/browser/next-build.ts'
import { serveFolder, type ServedFolder } from '../support/browser/serve-folder.ts'

let backend: Backend
let phone: BrowserPhone

beforeAll(async () => {
  backend = await startBackend({ listen: true, env: { APP_DIR: 'dist/app' } })
  phone = await launchPhone()
  await phone.page.goto(backend.url)
  // A page that the backend has rendered starts the app at the first touch.
  await startApp(phone.page)
  await waitForOfflineReady(phone.page)
  // The school's texts are also preloaded on an unbound phone.
  await phone.page.getByText('已就绪').waitFor()
})

afterAll(async () => {
  await phone.close()
  await backend.close()
})

test('the first visit violates no Content-Security-Policy and logs no error', async () => {
  await phone.page.getByRole('navigation').last().waitFor()
  expect(phone.complaints).toEqual([])
})

test('after one visit the app opens without a network at each of its addresses [OFF-01]', async () => {
  await phone.setOffline()
  for (const path of ['/', '/more', '/outbox']) {
    await phone.page.goto(backend.url + path)
    await phone.page.getByRole('heading', { level: 1 }).waitFor()
  }
  // This phone is not bound, so it has no items.
  await phone.page.getByText('没有待提交的内容').waitFor()
  expect(phone.complaints.filter((said) => /module/.test(said))).toEqual([])
})

test('an unbound phone has the notice, the fee standards, the calendar with its events and the regions offline [OFF-02 OFF-03 OFF-04 CAL-04]', async () => {
  const { page } = phone
  await page.goto(`${backend.url}/schoolKnow`)
  await page.getByRole('heading', { level: 1, name: '入学须知' }).waitFor()
  await page.getByRole('heading', { name: '生源地助学贷款' }).waitFor()
  await page.getByRole('link', { name: '查看收费标准' }).click()
  await page.getByRole('heading', { level: 1, name: '收费标准' }).waitFor()
  expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(2)
  await page.goto(`${backend.url}/schoolcalendar`)
  await page.getByLabel('跳到日期').fill('2026-10-01')
  await page.getByText('国庆节放假').waitFor()
  expect(await page.getByRole('button', { name: /有安排/ }).count()).toBeGreaterThan(6)
  const regions = await page.evaluate(async () => (await fetch('/regions.json')).json())
  expect(regions).toHaveLength(34)
  await phone.setOffline(false)
})

test('a phone with the service worker has the notice, the fee standards and the calendar although their calls were never answered [OFF-02 OFF-03 CAL-04]', async () => {
  await backend.refreshPageSettings()
  const other = await launchPhone()
  const { page } = other
  try {
    // Requests pass an intercepted page even while it is offline, so the page itself refuses them.
    await page.addInitScript(() => {
      const { fetch } = window
      window.fetch = async (input, init) => {
        const { url } = new Request(input)
        if (/\/api\/(guide|calendar)\/find/.test(url)) throw new TypeError('Failed to fetch')
        return fetch(input, init)
      }
    })
    await page.goto(backend.url)
    await waitForOfflineReady(page)
    await other.setOffline()
    await page.goto(`${backend.url}/schoolKnow`)
    await page.getByRole('heading', { name: '生源地助学贷款' }).waitFor()
    await page.goto(`${backend.url}/feeMenu`)
    await page.getByRole('table').first().waitFor()
    expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(2)
    await page.goto(`${backend.url}/schoolcalendar`)
    await page.getByLabel('跳到日期').fill('2026-10-01')
    await page.getByText('国庆节放假').waitFor()
  } finally {
    await other.close()
  }
})

test('a school name that the office has changed reaches a phone with the app at the next visit, and stays without a network', async () => {
  const other = await launchPhone()
  const { page } = other
  const name = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  try {
    await page.goto(backend.url)
    await waitForOfflineReady(page)
    await backend.db
      .insertInto('school')
      .values({ id: 'school', name: '改名大学', name_en: '', install_name: '' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: '改名大学' }))
      .execute()
    await backend.refreshPageSettings()
    await page.reload()
    await name('改名大学')
    await other.setOffline()
    await page.reload()
    await name('改名大学')
  } finally {
    await other.close()
    await backend.db.deleteFrom('school').execute()
    await backend.refreshPageSettings()
  }
})

test('with the service worker, too, an address with an extension returns the file', async () => {
  const said = await phone.page.goto(`${backend.url}/robots.txt`)
  expect(await said?.text()).toContain('User-agent')
  await phone.page.goto(backend.url)
})

test('the service worker never answers a request for a call, a health probe or the sandbox [OFF-32]', async () => {
  for (const path of [
    '/stuTable',
    '/api/proces/findProcess',
    '/healthz',
    '/sandbox/authorize',
    '/report/../getSocre',
  ]) {
    await phone.setOffline()
    const fetched = (address: string) =>
      fetch(address).then(
        (answer) => answer.status,
        () => 'no answer',
      )
    expect(await phone.page.evaluate(fetched, path), path).toBe('no answer')
    await phone.setOffline(false)
  }
  const status = await phone.page.evaluate(async () =>
    (await fetch('/stuTable', { method: 'POST', body: '{}' })).headers.get('content-type'),
  )
  expect(status).toContain('json')
})

test('the root font size is 32 px at a width of 750, at most 64 px, never below the browser’s own size, and in landscape as upright [XC-29]', async () => {
  const size = () => phone.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  for (const [width, height, expected] of [
    [375, 812, '16px'],
    [750, 812, '32px'],
    [1600, 812, '64px'],
    // A page 375 wide at a zoom of 200 %, and one 1,280 wide at 400 %: the text is two and four
    // times as large as the browser's own size.
    [188, 406, '16px'],
    [320, 256, '16px'],
    [812, 375, '16px'],
  ] as const) {
    await phone.page.setViewportSize({ width, height })
    expect(await size(), `${width} by ${height}`).toBe(expected)
  }
  await phone.page.setViewportSize({ width: 375, height: 812 })
})

test('a new build waits until the user accepts it, and a page of the old build can still load its files afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-update-'))
  await cp('dist/app', folder, { recursive: true })
  const served: ServedFolder = await serveFolder(folder)
  const { page, close } = await launchPhone()
  try {
    await page.goto(served.url)
    await waitForOfflineReady(page)
    const first = await page.evaluate(askVersion)
    served.requestedPaths.length = 0
    const [gone = ''] = await rewriteAsNextBuild(folder, {
      mark: '<!--next build-->',
      version: 'next-build',
      gone: /^schoolcalendar\.css$/,
      changed: /^i18n\.calendar\.js$/,
    })

    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
      while (registration?.waiting?.state !== 'installed')
        await new Promise((later) => setTimeout(later, 50))
    })
    expect(await page.evaluate(askVersion)).toBe(first)
    // An update loads only the changed files and the list of files. The home page prefetches the
    // sign-in page when the browser is idle.
    const fetched = served.requestedPaths.filter(
      (path) => !/^\/(wx|api)\/|^\/login$|\/(worker|delivery)-/.test(path),
    )
    expect(
      new Set(fetched.map((path) => path.replace(/precache-list-[\w-]+/, 'precache-list'))),
    ).toEqual(
      new Set([
        '/sw.js',
        '/assets/precache-list.js',
        '/index.html',
        '/assets/next-build/i18n.calendar.js',
      ]),
    )

    await page.evaluate(async () => {
      const changed = new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      )
      const registration = await navigator.serviceWorker.getRegistration()
      registration?.waiting?.postMessage({ type: 'of a later version' })
      // Ask repeatedly, as the app does, because Chromium may postpone the activation for minutes.
      const ask = () => registration?.waiting?.postMessage({ type: 'skip-waiting' })
      ask()
      const asking = setInterval(ask, 1000)
      await changed
      clearInterval(asking)
    })
    expect(await page.evaluate(askVersion)).not.toBe(first)
    expect(await page.evaluate(async (path) => (await fetch(path)).status, `/${gone}`)).toBe(200)

    await page.reload()
    expect(await page.evaluate(() => document.documentElement.outerHTML)).toContain('next build')
  } finally {
    await close()
    await served.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a service worker is installed with the page of its own release, and not with the page of another release', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-release-'))
  await cp('dist/app', folder, { recursive: true })
  const own = await readFile(join(folder, 'index.html'), 'utf8')
  const [script = ''] = extractScriptAddresses(own)
  await writeFile(join(folder, 'index.html'), own.replace(script, '/assets/another-12345678.js'))
  const served: ServedFolder = await serveFolder(folder)
  const { page, close } = await launchPhone()
  const register = () =>
    page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register('/sw.js')
      while (installing?.state === 'installing') await new Promise((later) => setTimeout(later, 50))
      return installing?.state
    })
  try {
    await page.goto(`${served.url}/robots.txt`)
    expect(await register()).toBe('redundant')
    await writeFile(join(folder, 'index.html'), own)
    expect(await register()).not.toBe('redundant')
  } finally {
    await close()
    await served.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('the service worker does not store a file that was modified in transit, and later stores the genuine file although the browser’s cache has the modified one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-hostile-'))
  await cp('dist/app', folder, { recursive: true })
  const [script = ''] = extractScriptAddresses(await readFile(join(folder, 'index.html'), 'utf8'))
  const file = join(folder, dirname(script), 'i18n.calendar.js')
  const genuine = await readFile(file, 'utf8')
  await editFile(file, (code) => `${code}\nself.hostile = 1\n`)
  const served: ServedFolder = await serveFolder(folder)
  const { page, close } = await launchPhone()
  const address = `${dirname(script)}/i18n.calendar.js`
  const register = () =>
    page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register('/sw.js')
      while (installing?.state === 'installing') await new Promise((later) => setTimeout(later, 50))
      return installing?.state
    })
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), address)
  try {
    await page.goto(`${served.url}/robots.txt`)
    expect(await read()).toContain('hostile')
    expect(await register()).toBe('redundant')
    await writeFile(file, genuine)
    expect(await register()).not.toBe('redundant')
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await page.reload()
    expect(await read()).toBe(genuine)
  } finally {
    await close()
    await served.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('scripts modified in transit during the first visit are fetched again at the next visit, although the browser’s cache may keep them for a year', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-hostile-'))
  await cp('dist/app', folder, { recursive: true })
  const scripts = extractScriptAddresses(await readFile(join(folder, 'index.html'), 'utf8'))
  const genuine = await Promise.all(scripts.map((script) => readFile(join(folder, script))))
  for (const script of scripts)
    await editFile(join(folder, script), (code) => `${code}\nself.hostile = 1\n`)
  const served: ServedFolder = await serveFolder(folder)
  const { page, close } = await launchPhone()
  try {
    await page.goto(`${served.url}/`)
    // No modified script runs, and nothing replaces the shell.
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => 'hostile' in self)).toBe(false)
    expect(await page.locator('.shell').count()).toBe(1)
    for (const [at, script] of scripts.entries())
      await writeFile(join(folder, script), genuine[at] ?? '')
    await page.goto(`${served.url}/`)
    await page.locator('.shell').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => 'hostile' in self)).toBe(false)
  } finally {
    await close()
    await served.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Runs in the page: the version of the controlling worker. */
function askVersion(): Promise<string> {
  return new Promise((said) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<{ version: string }>) =>
      said(data.version),
    )
    port1.start()
    navigator.serviceWorker.controller?.postMessage({ type: 'version' }, [port2])
  })
}
