import { beforeEach, expect, test, vi } from 'vitest'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'
// The engine is imported before a student is bound, so that binding need not wait for it.
import '#app/lib/outbox/engine.ts'
import { EMPTY_OUTBOX_VIEW, outboxView } from '#app/lib/outbox/outbox-view.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { readBuildId } from '#app/lib/worker/build-id.ts'
import type { OutboxItem, OutboxItemState } from '#offline/outbox/outbox-records'
import { bindDemoUser, openScreenCampus } from '../support/screens/render.tsx'

// Binding would replace the test's items by the empty outbox.
vi.mock(import('#app/lib/outbox/outbox-reader.ts'), async (original) => ({
  ...(await original()),
  refreshOutboxView: async () => {},
}))

openScreenCampus()

const MINUTE = 60_000
const sent: { [key: string]: unknown }[] = []
let isThere = true

// After binding, which uses the real campus, `fetch` records the reports.
beforeEach(async () => {
  await bindDemoUser('990001')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (typeof address !== 'string' || !address.endsWith('/api/phones/report'))
      throw new Error('nobody asked for this')
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body))
    if (!isThere) throw new TypeError('no network')
    return Response.json({ code: '0' })
  })
  sent.length = 0
  isThere = true
  return () => void vi.useRealTimers()
})

const item = (state: OutboxItemState, form = 'travel', minutes = 10): OutboxItem => ({
  order: 1,
  key: 'k',
  subject: 'S990001',
  form,
  schemaVersion: 1,
  payload: { remark: '家住东莞' },
  payloadHash: 'h',
  state,
  attempts: 0,
  nextAttemptAt: 0,
  capturedAt: Date.now() - minutes * MINUTE,
})
const hold = (...rows: OutboxItem[]) =>
  outboxView.set({
    ...EMPTY_OUTBOX_VIEW,
    topLevelItems: rows,
    items: rows,
    unsentCount: rows.length,
  })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a phone reports how many items wait and the age of the oldest, at most every two minutes and without their content', async () => {
  hold(item('waiting', 'travel', 30), item('needs-you'), item('later', 'scan'))
  await pass(4_000)
  expect(sent).toEqual([])
  await pass(2_000)
  expect(sent).toEqual([{ waiting: 2, refused: 1, scans: 1, oldest: 1805, version: '' }])
  expect(JSON.stringify(sent)).not.toContain('东莞')

  hold(item('waiting'))
  await pass(MINUTE)
  hold(item('waiting'), item('waiting'))
  expect(sent).toHaveLength(1)
  await pass(2 * MINUTE)
  expect(sent.slice(1)).toMatchObject([{ waiting: 2, refused: 0 }])
  await pass(30 * MINUTE)
  expect(sent).toHaveLength(2)
})

test('a phone’s report that gets no response is not sent again and does not mark the network as weak', async () => {
  isThere = false
  hold(item('waiting'))
  await pass(3 * MINUTE)
  expect(sent).toHaveLength(1)
  await pass(30 * MINUTE)
  expect(sent).toHaveLength(1)
  expect([getNetworkStatus(), currentSession()?.subject]).toEqual(['online', 'S990001'])
})

test('the build id in a phone’s report is the name of the folder of the page’s scripts', () => {
  const scripts = ['rolldown-runtime', 'frame', 'first'].map(
    (name) => `<script type="module" src="/campus/assets/DylQ4-sv/${name}.js"></script>`,
  )
  const page = new DOMParser().parseFromString(scripts.join(''), 'text/html')
  expect(readBuildId(page)).toBe('DylQ4-sv')
})
