import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientNetworkKey } from '#server/platform/http/limits/client-network'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'

test('an IPv6 client is identified by its /64 and an IPv4 client by its address, in any spelling [security 12]', () => {
  expect(clientNetworkKey('203.0.113.7')).toBe('203.0.113.7')
  expect(clientNetworkKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(clientNetworkKey('::FFFF:cb00:7107')).toBe('203.0.113.7')
  for (const address of [
    '2001:db8:0:7::1',
    '2001:0DB8:0000:0007:ffff:eeee:dddd:cccc',
    '2001:db8::7:0:0:0:9',
    '2001:db8:0:7::1%eth0',
  ])
    expect([address, clientNetworkKey(address)]).toEqual([address, '2001:db8:0:7::/64'])
  expect(clientNetworkKey('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect([clientNetworkKey('::1'), clientNetworkKey('fe80::1')]).toEqual([
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
  ])
  expect([clientNetworkKey('unknown'), clientNetworkKey('')]).toEqual(['unknown', ''])
})

let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { PROXY_HOPS: '1', ANONYMOUS_PER_MINUTE: '5' } })
})
afterAll(() => backend.close())

test('anonymous callers are rate-limited by network, whichever of its addresses they use; signed-in callers are not [security 13]', async () => {
  const ask = async (from: string, token?: string) => {
    const headers = {
      'x-forwarded-for': from,
      ...(token !== undefined && { authorization: token }),
    }
    return (await backend.post('/wx/app/selectAllApp', {}, headers)).status
  }
  const statuses: number[] = []
  for (let n = 1; n <= 7; n++) statuses.push(await ask(`2001:db8::${n}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await ask('2001:db8:0:1::1')).toBe(200)
  expect(await ask('203.0.113.7')).toBe(200)
  const { token } = await backend.signInAs('990001')
  expect(await ask('2001:db8::1', token)).toBe(200)
  expect(await ask('2001:db8::1')).toBe(429)
})
