import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { imports } from '#contract/imports'
import { createClock } from '#server/platform/clock'
import { setCommonHeaders, contentSecurityPolicyFor } from '#server/platform/http/response-headers'

const sample = (name: string) => readFileSync(`docs/operations/samples/${name}`, 'utf8')
const SAMPLES = ['nginx-locations.conf', 'Caddyfile']

// A file that a proxy sends from disk must have the headers of every app response. The hashes of
// inline styles are left out, because only a page has inline styles.
async function headersOfTheApp(): Promise<[string, string][]> {
  const app = new Hono().use(
    '*',
    setCommonHeaders({ policy: contentSecurityPolicyFor(''), clock: createClock(0) }),
  )
  const answer = await app.request('/', { headers: { 'x-forwarded-proto': 'https' } })
  return [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-type')
}

test.each(SAMPLES)('the %s sample serves files with every header of the app', async (name) => {
  const text = sample(name).toLowerCase().replace('$baodao_transport', '"max-age=31536000"')
  const headers = await headersOfTheApp()
  expect(headers.length).toBeGreaterThan(5)
  for (const [header, value] of headers)
    expect(text).toMatch(
      new RegExp(`${header} "${value.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"`),
    )
})

test.each(SAMPLES)(
  'the %s sample passes the largest spreadsheet of the office to the app',
  (name) => {
    const [, megabytes] = /(?:client_max_body_size|max_size) (\d+)/.exec(sample(name)) ?? []
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(imports.upload.maxBytes + 16 * 1024)
  },
)

test('the nginx sample never repeats a request that a process might have received', () => {
  const said = /^\s*proxy_next_upstream (.*);/m.exec(sample('nginx-locations.conf'))?.[1]
  expect(said).toBe('error timeout')
})

test('the Caddy sample passes on complete requests only, as nginx does', () => {
  // With a size limit, Caddy would stream everything beyond the limit.
  expect(sample('Caddyfile')).toMatch(/^\s*buffer_requests$/m)
  expect(sample('Caddyfile')).not.toMatch(/max_buffer_size/)
  expect(sample('nginx-locations.conf')).not.toMatch(/proxy_request_buffering off/)
})
