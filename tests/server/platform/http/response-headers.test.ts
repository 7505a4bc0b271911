import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { setCommonHeaders, contentSecurityPolicyFor } from '#server/platform/http/response-headers'

const NOON = new Date('2026-09-01T04:00:00Z')
const clock = { now: () => NOON }
const policy = contentSecurityPolicyFor('')

function app(epoch?: () => string) {
  const options = { policy, clock, ...(epoch !== undefined && { epoch }) }
  return new Hono()
    .use('*', setCommonHeaders(options))
    .get('/', (c) => c.text(''))
    .get('/page', (c) => c.text('', 200, { 'content-security-policy': 'its own' }))
}
const asked = async (path: string, headers = {}, epoch?: () => string) =>
  (await app(epoch).request(path, { headers })).headers

test('the Content-Security-Policy of a page allows its own styles, each by its hash, and no others', () => {
  const hash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  const styles = (html: string) => /style-src ([^;]*)/.exec(contentSecurityPolicyFor(html))?.[1]
  expect(styles('<p>')).toBe("'self'")
  const [first, second] = ['a { color: red }\n', 'b > i {}']
  expect(styles(`<style>${first}</style><style media="print">${second}</style>`)).toBe(
    `'self' ${hash(first)} ${hash(second)}`,
  )
})

test('a page may contain frames of a messaging app only where the campus uses them', () => {
  expect(policy).not.toContain('frame-src')
  expect(contentSecurityPolicyFor('', { frames: 'https://*.example.org' })).toContain(
    "; frame-src 'self' https://*.example.org; connect-src",
  )
})

test('every response has the Content-Security-Policy, unless it has its own, and the campus’s time as Date [D-28]', async () => {
  const plain = await asked('/')
  expect(plain.get('content-security-policy')).toBe(policy)
  expect(plain.get('date')).toBe('Tue, 01 Sep 2026 04:00:00 GMT')
  expect((await asked('/page')).get('content-security-policy')).toBe('its own')
})

test('every response has the marker by which a phone recognizes the campus [OFF-15]', async () => {
  expect((await asked('/')).get('answered-by')).toBe('campus')
  expect((await asked('/nowhere')).get('answered-by')).toBe('campus')
})

test('a response names the database epoch in which its request began, once a restore has begun one', async () => {
  expect((await asked('/')).has('epoch')).toBe(false)
  expect((await asked('/', {}, () => '')).has('epoch')).toBe(false)
  const epochs = ['first', 'second']
  expect((await asked('/', {}, () => epochs.shift() ?? '')).get('epoch')).toBe('first')
})

test('HSTS is sent over TLS only', async () => {
  const told = async (proto?: string) =>
    (await asked('/', proto === undefined ? {} : { 'x-forwarded-proto': proto })).get(
      'strict-transport-security',
    )
  expect(await told('https')).toBe('max-age=31536000')
  expect([await told('http'), await told()]).toEqual([null, null])
})
