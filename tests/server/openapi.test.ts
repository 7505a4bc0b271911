import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls, allDownloads } from '#contract/index'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import {
  createOpenApiClient,
  createBodyValidator,
  type OpenApiDocument,
} from '../support/backend/openapi-client.ts'

let backend: Backend
let described: OpenApiDocument
beforeAll(async () => {
  backend = await startBackend()
  described = await (await backend.fetch('/openapi.json')).json()
})
afterAll(() => backend.close())

test('the OpenAPI document is compressed, has an ETag, and states its base path', async () => {
  const below = await startBackend({ sharing: backend, env: { BASE_PATH: '/campus' } })
  const packed = await below.fetch('/campus/openapi.json', { headers: { 'accept-encoding': 'br' } })
  const { headers } = packed
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
    'br',
    'no-cache',
  ])
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(bytes.byteLength).toBeLessThan(40_000)
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual({
    ...described,
    servers: [{ url: '/campus' }],
  })
  const again = await below.fetch('/campus/openapi.json', {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  await below.close()
})

test('every answer to any caller and input matches the OpenAPI document', async () => {
  const validateBody = createBodyValidator(described)
  const people: Pick<Backend, 'post'>[] = [backend]
  for (const number of ['990001', 'T3001', 'T4001']) people.push(await backend.signInAs(number))
  const statuses = new Set<number>()
  const ask = async (path: string, post: Backend['post'], body: object) => {
    const { status, headers, body: answer } = await post(path, body)
    statuses.add(status)
    if (headers.get('content-type')?.includes('json') === true)
      validateBody.answered(path, 'post', status, answer)
  }
  const harmless = allCalls.filter(({ kind }) => kind === 'read' || kind === 'inquiry')
  for (const { post } of people)
    for (const { path } of harmless)
      await ask(path, post, post === backend.post ? { nobody: 'knows this' } : {})
  // The document describes the refusals without a session as well.
  for (const { path } of [...allCalls, ...allDownloads]) await ask(path, backend.post, {})
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 401, 403, 404, 422])
})

test('a client generated from the OpenAPI document alone can read, write once, download and upload', async () => {
  const client = createOpenApiClient(described, (address, init) => backend.fetch(address, init))
  const signedIn = await client.ask('identity_find', {
    body: { stuNumber: '990001', idCard: '110101200801010015', openId: '' },
  })
  client.signIn(signedIn.body.token)
  const owed = await client.ask('fees_overview', { body: {} })
  expect(owed.body.owefee).toMatch(/^\d+\.\d\d$/)

  const way = {
    stuCode: signedIn.body.results.stuCode,
    processId: '3',
    startCity: '广东省,东莞市',
    startDate: `${toChinaYear(new Date())}-08-20`,
    arriveDate: `${toChinaYear(new Date())}-08-21`,
    schoolbusSite: '14:30',
    tripMode: '火车',
    heelNum: '1',
    remark: '无',
    status: '0',
  }
  const headers = { 'Idempotency-Key': 'another-system-1' }
  const first = await client.ask('travel_add', { body: way, headers })
  const second = await client.ask('travel_add', { body: way, headers })
  expect(first.headers.get('receipt')).toMatch(/./)
  expect(second.headers.get('receipt')).toBe(first.headers.get('receipt'))
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  const stale = { 'Idempotency-Key': 'another-system-2', 'If-Match': '"travel-7"' }
  expect((await client.ask('travel_update', { body: way, headers: stale })).status).toBe(412)
  const found = await client.ask('travel_find', { body: { stuCode: way.stuCode } })
  expect(found.body.results).toMatchObject({ startCity: '广东省,东莞市', heelNum: '1' })

  const staff = { userCode: 'T4001', openId: '', password: 'campus-T4001' }
  client.signIn((await client.ask('identity_signIn', { body: staff })).body.token)
  const table = await client.ask('exports_fees', {
    body: { cohort: 'all', department: '', building: '', format: 'csv' },
  })
  expect(table.body).toContain('990001')
  const template = await client.ask('imports_template', { query: { file: 'students.csv' } })
  const brought = await client.ask('imports_upload', {
    query: { kind: 'students', name: 'students.csv' },
    file: String(template.body),
  })
  expect(brought.body).toMatchObject({ code: '0', id: expect.any(String) })
  await expect(client.ask('exports_fees', { body: { formt: 'csv' } })).rejects.toThrow('formt')
})
