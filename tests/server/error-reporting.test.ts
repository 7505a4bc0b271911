import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneErrorReports } from '#server/features/error-reporting/public'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const REPORT = {
  code: '123-456',
  kind: 'screen',
  name: 'TypeError',
  version: 'a1b2c3d4',
  engine: 'chromium 118',
  step: '/onlinefee/$sort/$stunum',
}
const report = (change: object = {}) =>
  backend.post('/api/troubles/report', { ...REPORT, ...change })

test('the office finds an error report by the code that a student reads out, in any spelling', async () => {
  const student = await backend.signInAs('990001')
  expect((await student.post('/api/troubles/report', REPORT)).body).toEqual({ code: '0' })
  for (let n = 0; n < 51; n++)
    await report({ code: `700-${String(n).padStart(3, '0')}`, name: 'RangeError' })
  const { post } = await backend.signInAs('T4001')
  const list = async (code: string, after = '') =>
    (await post('/api/manage/troubles/list', { code, after })).body
  for (const typed of ['123-456', '123456', '123 456'])
    expect(await list(typed)).toMatchObject({ data: [REPORT], next: '' })
  const first = await list('')
  expect([first.data.length, first.data[0].code]).toEqual([50, '700-050'])
  const second = await list('', first.next)
  expect(second.data.map(({ code }: { code: string }) => code)).toEqual(['700-000', '123-456'])
})

test('an error report has no field for what somebody wrote or for who reported it', async () => {
  const wrong = {
    code: '110101200801010015',
    kind: 'journey',
    name: '陈晓雨 of undefined',
    version: '13912345678 x',
    engine: 'Mozilla/5.0 (Linux; Android 13; Phone of Chen)',
    step: '/onlinefee/5/880001',
  }
  for (const [key, value] of Object.entries(wrong))
    expect([key, (await report({ [key]: value })).status]).toEqual([key, 422])
  const columns = await backend.db.introspection.getTables()
  expect(columns.find(({ name }) => name === 'trouble')?.columns.map(({ name }) => name)).toEqual([
    'id',
    'at',
    'code',
    'kind',
    'name',
    'version',
    'engine',
    'step',
  ])
})

test('an address that sends too many error reports must wait, and reports are deleted after 90 days', async () => {
  const own = await startBackend({ sharing: backend, env: { PROXY_HOPS: '1' } })
  const from = async (address: string) =>
    (await own.post('/api/troubles/report', REPORT, { 'x-forwarded-for': address })).status
  const said: number[] = []
  // Twenty reports at once: the server answers a request that waits long for a connection with a
  // Retry-After, and does not count it.
  while (said.length < 301)
    said.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, 301 - said.length) }, () => from('10.0.0.1')),
      )),
    )
  expect(said.filter((status) => status === 429)).toHaveLength(1)
  expect(await from('10.0.0.2')).toBe(200)
  await pruneErrorReports(backend.db, new Date(Date.now() + 91 * 24 * 3600 * 1000))
  expect(await backend.db.selectFrom('trouble').selectAll().execute()).toEqual([])
  await own.close()
})
