import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'

const HOST = 'campus.example.edu'
const FORM = 'application/x-www-form-urlencoded'
let backend: Backend
beforeAll(async () => {
  backend = await startBackend({ env: { PUBLIC_URL: `https://${HOST}` } })
})
afterAll(() => backend.close())

/** A form that some page makes a browser submit, with the browser's cookies and without a token. */
async function submit(headers: Record<string, string>, path = '/api/binding/cleanOpenId') {
  const said = await backend.fetch(path, {
    method: 'POST',
    headers: { 'content-type': FORM, 'content-length': '0', host: HOST, ...headers },
    body: '',
  })
  return said.status
}
async function signedIn() {
  const said = await backend.post('/api/binding/findstu', {
    stuNumber: '990001',
    idCard: '110101200801010015',
    openId: '',
  })
  const cookie = said.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  await backend.db
    .updateTable('session')
    .set({ created_at: new Date(backend.clock.now().getTime() - 3_600_000) })
    .where('ended_at', 'is', null)
    .execute()
  return { cookie, token: String(said.body.token) }
}
const isOpen = async (token: string) =>
  (await backend.post('/orientation/selectDormInfo', {}, { authorization: token })).status === 200

test.each<[string, Record<string, string>]>([
  ['of a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.edu' }],
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['of a sibling host in an older browser', { origin: 'https://blog.example.edu' }],
  ['of the same host at another port', { origin: `https://${HOST}:8443` }],
  ['without an origin', { origin: 'null' }],
  ['of a page with a file address', { origin: 'file://' }],
])('a form %s ends no session and writes nothing [security 10]', async (_name, headers) => {
  const { cookie, token } = await signedIn()
  expect(await submit({ ...headers, cookie })).toBe(403)
  expect(await submit({ ...headers, cookie }, '/api/advice/insert')).toBe(403)
  expect(await isOpen(token)).toBe(true)
})

test('requests of the app’s own pages, and of programs other than browsers, are accepted', async () => {
  const { cookie, token } = await signedIn()
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin', origin: `https://${HOST}` },
    { 'sec-fetch-site': 'none' },
    { origin: `https://${HOST}` },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[]) {
    const said = await backend.post(
      '/orientation/selectDormInfo',
      {},
      { ...headers, authorization: token, host: HOST },
    )
    expect([headers, said.status]).toEqual([headers, 200])
  }
  const look = await backend.fetch('/healthz', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(look.status).toBe(200)
  // A phone that was unbound offline still ends the session that its cookie names.
  expect(await submit({ 'sec-fetch-site': 'same-origin', cookie })).toBe(401)
  expect(await isOpen(token)).toBe(false)
})

test('a browser is refused a ticket for signing addresses, and another program is not [SCN-11 D-102]', async () => {
  const { token } = await signedIn()
  const ask = (headers: Record<string, string>) =>
    backend.post('/api/wx/getTicket', {}, { authorization: token, host: HOST, ...headers })
  expect((await ask({})).body.data).toMatch(/./)
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { origin: `https://${HOST}` },
  ] as Record<string, string>[])
    expect((await ask(headers)).body).toMatchObject({ code: '-1', msg: /getPayParam/ })
})
