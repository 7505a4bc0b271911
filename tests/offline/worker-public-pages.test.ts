import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import { hashPage } from '#contract/page-hash'
import { deletePublicPages } from '#offline/storage/public-pages'
import { PUBLIC_PAGE_CURRENT } from '#offline/transport/worker-messages'
import {
  createFetchEvent,
  openWorkerHarness,
  WORKER_SCOPE,
  type StartedWorker,
  type WorkerHarness,
} from '../support/offline/worker-harness.ts'

const scriptOf = (build: string) =>
  `<script type="module" src="/app/assets/${build}/main.js"></script>`
const appOf = (build: string) =>
  `<html><head>${scriptOf(build)}</head><body><div id="root"><!--shell-->shell<!--/shell--></div></body></html>`
const renderedOf = (text: string, build = 'one') =>
  `<html><body><div id="root" data-ssr>${text}</div>${scriptOf(build)}</body></html>`

let phone: WorkerHarness

beforeEach(() => {
  phone = openWorkerHarness()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

/** The campus sends this page for visitors about whom the phone stores nothing. */
function send(html: string, { path = '', campus = true, status = 200 } = {}) {
  const headers = {
    'Content-Security-Policy': "style-src 'self'",
    Vary: 'Cookie',
    Link: '</app/login>; rel=prefetch',
    ...(campus && { [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE }),
  }
  phone.network.set(path, ({ headers: sent }) =>
    new Headers(sent).get('accept') === 'text/html'
      ? new Response(html, { status, headers })
      : new Response('', { status: 404 }),
  )
}

async function startWorker(build = 'one') {
  const app = appOf(build)
  phone.network.set('index.html', () => new Response(app))
  return phone.start([{ url: 'index.html', hash: await hashPage(app) }])
}

async function install(build = 'one') {
  const worker = await startWorker(build)
  await worker.dispatchEvent('install')
  await worker.dispatchEvent('activate')
  return worker
}

const open = async (worker: StartedWorker, path = '') =>
  worker.dispatchEvent('fetch', createFetchEvent(path, { mode: 'navigate' }))
const textOf = async (worker: StartedWorker, path = '') => (await open(worker, path))?.text()

test('a page rendered by the campus is stored during the installation, and shown at the next visit with its policy [OFF-05]', async () => {
  send(renderedOf('首页'))
  send(renderedOf('绑定'), { path: 'login' })
  const worker = await install()
  phone.network.clear()
  const answer = await open(worker)
  expect(await answer?.text()).toBe(renderedOf('首页'))
  expect(answer?.headers.get('Content-Security-Policy')).toBe("style-src 'self'")
  // The prefetched page is on the phone.
  expect(answer?.headers.get('Link')).toBeNull()
  expect(await textOf(worker, 'login')).toBe(renderedOf('绑定'))
  for (const path of ['?next=1', 'notice', 'me'])
    expect(await textOf(worker, path)).toContain('shell')
})

test('the worker renews a stored page at each visit, and tells the tab if it is unchanged', async () => {
  send(renderedOf('首页'))
  const worker = await install()
  const { actions } = worker
  actions.length = 0
  await open(worker)
  expect(actions).toEqual([PUBLIC_PAGE_CURRENT])
  send(renderedOf('新首页'))
  expect(await textOf(worker)).toBe(renderedOf('首页'))
  expect(await textOf(worker)).toBe(renderedOf('新首页'))
  expect(actions).toEqual([PUBLIC_PAGE_CURRENT, PUBLIC_PAGE_CURRENT])
  phone.network.delete('')
  expect(await textOf(worker)).toBe(renderedOf('新首页'))
  expect(actions).toHaveLength(2)
})

test.each([
  ['a page that the campus has not rendered', appOf('one'), {}],
  ['a page of another release', renderedOf('首页', 'two'), {}],
  ['an answer of another server', renderedOf('首页'), { campus: false }],
  ['an error', renderedOf('首页'), { status: 503 }],
])('the worker stores no public page: %s', async (_, html, how) => {
  send(html, how)
  const worker = await install()
  expect(await textOf(worker)).toContain('shell')
})

test('when somebody is bound or another language is chosen no stored page is shown, until the app asks for it again', async () => {
  send(renderedOf('首页'))
  const worker = await install()
  await deletePublicPages(WORKER_SCOPE)
  expect(await textOf(worker)).toContain('shell')
  // A visit does not store the page: it might be a visit of somebody who is bound.
  expect(await textOf(worker)).toContain('shell')
  const ask = () => worker.dispatchEvent('message', { data: { type: 'store-public-pages' } })
  await ask()
  expect(await textOf(worker)).toBe(renderedOf('首页'))
  // The form that switches the language.
  await worker.dispatchEvent('fetch', createFetchEvent('', { method: 'POST', mode: 'navigate' }))
  expect(await textOf(worker)).toContain('shell')
  await ask()
  // What was bound while the page was fetched.
  phone.network.set('', () => {
    void deletePublicPages(WORKER_SCOPE)
    return new Response(renderedOf('新首页'), { headers: { [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE } })
  })
  await open(worker)
  expect(await textOf(worker)).toContain('shell')
})

test('an update does not show the pages of the build before it', async () => {
  send(renderedOf('首页'))
  const before = await install()
  send(renderedOf('新首页', 'two'))
  const next = await startWorker('two')
  await next.dispatchEvent('install')
  expect(await textOf(before)).toBe(renderedOf('首页'))
  await next.dispatchEvent('activate')
  expect(await textOf(next)).toBe(renderedOf('新首页', 'two'))
  expect(await phone.listCached(`public ${WORKER_SCOPE}`)).toEqual([
    `?build=${await hashPage(appOf('two'))}`,
  ])
})
