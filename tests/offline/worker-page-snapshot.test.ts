import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashFile, hashPage } from '#contract/page-hash'
import {
  type PageSnapshot,
  deletePageSnapshots,
  savePageSnapshot,
  NETWORK_LINE_PLACEHOLDER,
} from '#offline/storage/page-snapshot'
import {
  openWorkerHarness,
  createFetchEvent,
  type WorkerHarness,
} from '../support/offline/worker-harness.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const PAGE =
  '<html lang="zh-CN" class="old"><head><title>app</title></head><body><div id="root">' +
  '<!--shell-->\n<p>shell</p>\n<!--/shell--></div></body></html>'
const POLICY = "default-src 'self'; style-src 'self'; style-src-elem 'self'"

const frame: PageSnapshot = {
  html: `<h1>示例大学</h1>${NETWORK_LINE_PLACEHOLDER}<p>课表</p>`,
  age: '上次看到的内容',
  css: 'p{color:red}',
  styles: ['/app/assets/one/look.css'],
  root: { lang: 'en', 'data-theme': '"dark" & more' },
  until: Number.MAX_SAFE_INTEGER,
}

let phone: WorkerHarness

beforeEach(() => {
  // On a busy machine the store could take longer than the worker waits, so that timers are faked.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  phone = openWorkerHarness()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await deletePageSnapshots()
})

/**
 * Returns the worker's response for a page at this address, after installing `page` with its
 * policy.
 */
async function answered(
  path: string,
  { page = PAGE, policy = POLICY }: { page?: string; policy?: string | undefined } = {},
) {
  const headers = {
    'Content-Type': 'text/html',
    ...(policy !== '' && { 'Content-Security-Policy': policy }),
  }
  phone.network.set('index.html', () => new Response(page, { headers }))
  phone.network.set('assets/one/look.css', () => new Response(''))
  const worker = await phone.start([
    { url: 'index.html', hash: await hashPage(page) },
    { url: 'assets/one/look.css', hash: await hashFile(new Uint8Array()) },
  ])
  await worker.dispatchEvent('install')
  const answer = await worker.dispatchEvent('fetch', createFetchEvent(path, { mode: 'navigate' }))
  return { html: await answer?.text(), headers: answer?.headers }
}

test('the worker answers a page that was opened before with its snapshot, age, styles and theme', async () => {
  await savePageSnapshot('/app/fees', frame)
  const { html, headers } = await answered('fees')
  expect(html).toBe(
    '<html lang="en" data-theme="&quot;dark&quot; &amp; more"><head><title>app</title>' +
      '<style>p{color:red}</style></head><body><div id="root">' +
      `<div class="snapshot">${frame.html}</div><aside class="snapshot-age">上次看到的内容</aside>` +
      '</div></body></html>',
  )
  expect(headers?.get('Content-Type')).toBe('text/html')
})

test('the Content-Security-Policy of a page snapshot allows the snapshot’s styles by hash in each style directive', async () => {
  await savePageSnapshot('/app/fees', frame)
  const { headers } = await answered('fees', {
    policy: "style-src 'self'; img-src *; style-src 'self'",
  })
  const hash = createHash('sha256').update(frame.css).digest('base64')
  const styles = `style-src 'self' 'sha256-${hash}'`
  expect(headers?.get('Content-Security-Policy')).toBe(`${styles}; img-src *; ${styles}`)
})

test('without a network a page snapshot’s age is shown at the place where the app will show it', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await savePageSnapshot('/app/fees', frame)
  expect((await answered('fees')).html).toContain(
    '<div class="snapshot"><h1>示例大学</h1><div class="snapshot-line">上次看到的内容</div><p>课表</p></div></div>',
  )
  // In a page without such a place the age is shown at the end.
  await savePageSnapshot('/app/fees', { ...frame, html: '<h1>示例大学</h1>' })
  expect((await answered('fees')).html).toContain('<aside class="snapshot-age">')
})

test('a page snapshot is shown if the page has no Content-Security-Policy', async () => {
  await savePageSnapshot('/app/fees', frame)
  expect((await answered('fees', { policy: '' })).html).toContain('示例大学')
})

test.each([
  ['an address with a query', 'fees?order=1', {}, {}],
  ['another address', 'grades', {}, {}],
  ['styles of another build', 'fees', { styles: ['/app/assets/two/look.css'] }, {}],
  ['one style of another build', 'fees', { styles: [...frame.styles, '/app/x.css'] }, {}],
  ['an expired snapshot', 'fees', { until: 1 }, {}],
  ['a policy that does not allow its styles', 'fees', {}, { policy: "style-src 'none'" }],
  [
    'a page without a place for the snapshot',
    'fees',
    {},
    { page: PAGE.replaceAll('shell-->', 'x-->') },
  ],
])('the worker answers without a page snapshot for %s', async (_, path, over, wire) => {
  await savePageSnapshot('/app/fees', { ...frame, ...over })
  const { html } = await answered(path, wire)
  expect(html).not.toContain('示例大学')
  expect(html).not.toContain(frame.css)
  expect(html).toContain('<p>shell</p>')
})

test('the worker answers without a page snapshot if the store does not respond within 150 ms or fails', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
  let html: string | undefined
  void answered('fees').then((answer) => (html = answer.html))
  await waitUntil(() => expect(opening).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(150)
  await waitUntil(() => expect(html).toContain('<p>shell</p>'))
  opening.mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect((await answered('fees')).html).toContain('<p>shell</p>')
  opening.mockRestore()
})
