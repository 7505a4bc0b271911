import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls, contract, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { demoPeople } from '#server/demo/demo-people'
import { wireKeysOf } from '#server/platform/http/body/validate-body'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { travelFormBody } from '../support/backend/form-bodies.ts'
import { postFile } from '../support/backend/post-file.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const ADD = contract.travel.add.path
const told = async (from = backend) =>
  (await from.metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('outbox_') && !line.endsWith(' 0'))

test('outbox metrics count arrivals, replays and refusals by reason', async () => {
  const own = await startBackend({ sharing: backend })
  const { post } = await own.signInAs('990001')
  const say = async (key: string, body: object, headers = {}) =>
    (await post(ADD, body, { 'idempotency-key': key, ...headers })).status
  expect(await say('submission-1', travelFormBody())).toBe(200)
  expect(await say('submission-1', travelFormBody())).toBe(200)
  expect(await say('submission-1', travelFormBody({ remark: '另一句', remarks: '另一句' }))).toBe(
    422,
  )
  expect(await say('submission-2', travelFormBody({ tripMode: '' }))).toBe(422)
  expect(await say('submission-3', travelFormBody(), { 'if-match': '"travel-9"' })).toBe(412)
  expect(await say('short', travelFormBody())).toBe(400)
  expect(await say('submission-4', travelFormBody(), { authorization: 'dead' })).toBe(401)
  expect(await told(own)).toEqual([
    'outbox_arrivals_total{form="travel"} 1',
    'outbox_replays_total{form="travel"} 1',
    ...['invalid', 'key-used', 'stale', 'signed-out', 'unreadable'].map(
      (reason) => `outbox_refusals_total{form="travel",reason="${reason}"} 1`,
    ),
    'outbox_words_untold_total{form="travel"} 1',
  ])
  await own.close()
})

test('the age of an arriving payload is measured; missing or invalid ages are counted separately', async () => {
  const own = await startBackend({ sharing: backend })
  const { post } = await own.signInAs('990002')
  for (const [at, age] of ['7200', '7200', '1', '', '-5', '110101200801010015'].entries())
    await post(ADD, travelFormBody({ remark: String(at), remarks: String(at) }), {
      'idempotency-key': `aged-submission-${at}`,
      [PAYLOAD_AGE_HEADER]: age,
    })
  // A replay is not counted as an arrival.
  await post(ADD, travelFormBody({ remark: '0', remarks: '0' }), {
    'idempotency-key': 'aged-submission-0',
    [PAYLOAD_AGE_HEADER]: '9000',
  })
  const lines = await told(own)
  expect(lines).toContain('outbox_words_age_seconds_sum{form="travel"} 14401')
  expect(lines).toContain('outbox_words_age_seconds_bucket{le="3600",form="travel"} 1')
  expect(lines).toContain('outbox_words_age_seconds_bucket{le="21600",form="travel"} 3')
  expect(lines).toContain('outbox_words_untold_total{form="travel"} 3')
  await own.close()
})

test('only the server assigns request ids: nine digits that can be read out', async () => {
  const { headers } = await backend.fetch('/healthz', {
    headers: { 'x-request-id': '123-456-789" injected' },
  })
  const code = headers.get('x-request-id') ?? ''
  expect(code).toMatch(/^\d{3}-\d{3}-\d{3}$/)
  expect(JSON.parse(backend.logLines.at(-1) ?? '')).toMatchObject({ id: code, route: 'health' })
})

test('no log line or metric contains a submitted value [D-114]', async () => {
  const own = await startBackend()
  const student = await enrolSignedInStudent(own)
  const marks = ['标记字样', 'canary-7f3a', '110101197507077777', '13977776666']
  const mark = marks.join(' ')
  const headers = {
    authorization: student.token,
    'idempotency-key': 'canary-7f3a-key',
    'if-match': '"canary-7f3a"',
    accesstoken: 'canary-7f3a',
    uniqueid: 'canary-7f3a',
    'x-request-id': 'canary-7f3a',
    'user-agent': 'canary-7f3a',
    'x-forwarded-for': '13977776666',
    [PAYLOAD_AGE_HEADER]: '13977776666',
  }
  const everywhere = async () => {
    for (const call of [...allCalls, ...allDownloads])
      if (call !== contract.identity.unbind)
        for (const value of [mark, '13977776666'])
          await own.fetch(call.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(
              Object.fromEntries(wireKeysOf(call.input).map((name) => [name, value])),
            ),
          })
    for (const { path, parameter } of allFileCalls)
      await own.fetch(`${path}?${new URLSearchParams({ [parameter]: mark })}`, { headers })
    for (const { path, field } of allUploads) {
      if (field === undefined) {
        const by = { token: student.token }
        await postFile(own, path, mark, { by, kind: mark, name: `${mark}.png` })
        continue
      }
      const body = new FormData()
      body.set(field, new File([mark], `${mark}.png`))
      await own.fetch(path, { method: 'POST', headers, body })
    }
    for (const path of ['/welcome/13977776666', '/canary-7f3a.txt?13977776666'])
      await own.fetch(path, { headers })
  }
  await everywhere()
  // Repeat the requests with a database whose errors quote the values.
  await own.db.schema.alterTable('travel').dropColumn('remark').execute()
  const payloadFields = travelFormBody({ remark: mark, remarks: mark })
  const broken = await own.post(ADD, payloadFields, { authorization: student.token })
  expect(broken.status).toBe(500)
  const people = await own.db.selectFrom('student').selectAll().limit(50).execute()
  const known = people.flatMap(({ name, exam_number, id_card, phone }) => [
    name,
    exam_number,
    id_card,
    phone,
  ])
  const secrets = [student.token, ...demoPeople.map(({ secret }) => secret), ...known, ...marks]
  const all = own.logLines.join('') + (await own.metrics.registry.metrics())
  expect(own.logLines.length).toBeGreaterThan(300)
  expect(secrets.filter((one) => one !== null && one.length > 1 && says(all, one))).toEqual([])
  await own.close()
})

// Digits within a longer number or a measured duration are not somebody's number.
const says = (text: string, secret: string) =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text)
    : text.includes(secret)
