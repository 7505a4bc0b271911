import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { queuedForms } from '#contract/forms'
import { createMetrics } from '#server/platform/monitoring/metrics'
import { serveMetrics } from '#server/platform/monitoring/metrics-port'
import { registerSubmissionMetrics } from '#server/platform/monitoring/outbox-metrics'
import { registerReadinessMetrics } from '#server/platform/monitoring/readiness-metrics'
import { withScrapeTimeout } from '#server/platform/monitoring/scrape-timeout'
import { REFUSAL_REASONS } from '#server/platform/monitoring/submission-outcome'

const told = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '')
const bounds = (lines: readonly string[], rest: string) =>
  lines.flatMap((line) => (line.includes(rest) ? (/le="([^"]+)"/.exec(line)?.[1] ?? []) : []))
const pool = { totalCount: 5, idleCount: 3, waitingCount: 2 }
const metrics = () => createMetrics(pool as Parameters<typeof createMetrics>[0])

test('requests are counted by route and status, and their durations are measured by route', async () => {
  const { registry, recordRequest } = metrics()
  recordRequest({ route: '/call', status: 200 }, 0.02)
  recordRequest({ route: '/call', status: 422 }, 3)
  const lines = await told(registry)
  expect(lines).toEqual(
    expect.arrayContaining([
      'http_requests_total{route="/call",status="200"} 1',
      'http_requests_total{route="/call",status="422"} 1',
      'http_request_seconds_sum{route="/call"} 3.02',
      'http_request_seconds_bucket{le="0.01",route="/call"} 0',
      'http_request_seconds_bucket{le="0.025",route="/call"} 1',
      'database_connections{state="open"} 5',
      'database_connections{state="idle"} 3',
      'database_connections{state="waited for"} 2',
    ]),
  )
  const seconds = '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf'
  expect(bounds(lines, 'route="/call"').join(' ')).toBe(seconds)
})

test('the counters of submission outcomes start at zero for each form', async () => {
  const registry = new Registry()
  registerSubmissionMetrics(registry)
  const lines = await told(registry)
  for (const form of Object.keys(queuedForms)) {
    for (const name of ['arrivals_total', 'replays_total', 'words_untold_total'])
      expect(lines).toContain(`outbox_${name}{form="${form}"} 0`)
    for (const reason of REFUSAL_REASONS)
      expect(lines).toContain(`outbox_refusals_total{form="${form}",reason="${reason}"} 0`)
    expect(lines).toContain(`outbox_words_age_seconds_count{form="${form}"} 0`)
  }
  const [hour, day] = [3600, 86_400]
  expect(bounds(lines, 'form="travel"')).toEqual(
    [2, 10, 60, 300, 900, hour, 6 * hour, day, 3 * day, 7 * day, 14 * day, '+Inf'].map(String),
  )
})

test('arrivals, replays and refusals are counted separately, and the age of arrived payloads is measured', async () => {
  const { registry, recordSubmission } = metrics()
  recordSubmission({ form: 'travel', outcome: { type: 'arrived' }, age: 0 })
  recordSubmission({ form: 'travel', outcome: { type: 'arrived' }, age: 100 })
  recordSubmission({ form: 'travel', outcome: { type: 'arrived' }, age: undefined })
  recordSubmission({ form: 'travel', outcome: { type: 'replayed' }, age: 7 })
  recordSubmission({
    form: 'travel',
    outcome: { type: 'refused', reason: 'stale' },
    age: undefined,
  })
  const lines = (await told(registry)).filter(
    (line) => line.startsWith('outbox_') && !line.includes('_bucket') && !line.endsWith(' 0'),
  )
  expect(lines).toEqual([
    'outbox_arrivals_total{form="travel"} 3',
    'outbox_replays_total{form="travel"} 1',
    'outbox_refusals_total{form="travel",reason="stale"} 1',
    'outbox_words_untold_total{form="travel"} 1',
    'outbox_words_age_seconds_sum{form="travel"} 100',
    'outbox_words_age_seconds_count{form="travel"} 2',
  ])
})

test('whether this process can write is exported, with the current obstacle', async () => {
  const registry = new Registry()
  let why: string | undefined
  registerReadinessMetrics(registry, async () => why)
  const seen = () => told(registry)
  expect(await seen()).toEqual(['campus_ready 1'])
  why = 'database'
  expect(await seen()).toEqual(['campus_ready 0', 'campus_obstacle{why="database"} 1'])
  why = 'disk'
  expect(await seen()).toEqual(['campus_ready 0', 'campus_obstacle{why="disk"} 1'])
})

/** The number of active handles of this kind that keep the process alive. */
const holding = (kind: string) =>
  process.getActiveResourcesInfo().filter((one) => one === kind).length

test('a metric whose query takes too long is left out, and delays no other metric', async () => {
  expect(await withScrapeTimeout(Promise.resolve(1))).toBe(1)
  expect(await withScrapeTimeout(Promise.reject(new Error('away')))).toBeUndefined()
  const before = holding('Timeout')
  void withScrapeTimeout(new Promise(() => {}))
  expect(holding('Timeout')).toBe(before)
})

let fails = false
const registry = new Registry()
registry.setDefaultLabels({ campus: 'a' })
const sound = registry.metrics.bind(registry)
registry.metrics = () => (fails ? Promise.reject(new Error('odd')) : sound())
afterAll(() => registry.clear())

test('metrics are served at their own port and path, and the listener does not keep the process alive', async () => {
  const before = holding('TCPServerWrap')
  const { port } = await serveMetrics(registry, { host: '127.0.0.1', port: 0 })
  expect(holding('TCPServerWrap')).toBe(before)
  expect(port).toBeGreaterThan(0)
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const answer = await ask('/metrics?all=1')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(registry.contentType)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toBe(await sound())
  for (const path of ['/', '/metrics/', '/metric', '/x/metrics'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  fails = true
  expect((await ask('/metrics')).status).toBe(500)
})
