import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindWaitingPhones } from '#server/features/student-messages/waiting-reminders'
import { beginDatabaseEpoch } from '#server/platform/database/epoch'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { travelFormBody } from '../support/backend/form-bodies.ts'

let backend: Backend
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  administrator = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const report = (who: SignedInUser, held: object = {}) =>
  who.post('/api/phones/report', {
    waiting: 2,
    refused: 1,
    scans: 0,
    oldest: 3600,
    version: 'AbCd1234',
    ...held,
  })
const holding = async () =>
  (await administrator.post('/api/manage/phones/holding', { after: '' })).body

test('the office sees how many items a phone holds, their age and the phone’s version, from its latest report', async () => {
  const student = await backend.signInAs('990001')
  await report(student, { waiting: 7 })
  expect((await report(student)).body.code).toBe('0')
  const { data, total, waiting, refused } = await holding()
  expect([data.length, total, waiting, refused]).toEqual([1, 1, 2, 1])
  expect(data[0]).toMatchObject({
    name: '陈晓雨',
    number: '990001',
    staff: '0',
    waiting: 2,
    refused: 1,
    version: 'AbCd1234',
    ended: '0',
  })
  const age = Date.parse(data[0].reportedAt) - Date.parse(data[0].oldestAt)
  expect(age).toBe(3_600_000)
  await report(student, { waiting: 0, refused: 0 })
  expect((await holding()).data).toEqual([])
})

test('a phone report has no field for content, and impossible values are refused', async () => {
  const student = await backend.signInAs('990005')
  expect((await report(student, { items: [] })).status).toBe(422)
  expect((await report(student, { waiting: -1 })).status).toBe(422)
  expect((await report(student, { version: 'x'.repeat(41) })).status).toBe(422)
  expect((await holding()).data).toEqual([])
})

test('no number of items that phones report breaks the office’s day or the reminders of students', async () => {
  const huge = { waiting: 1e9, refused: 1e9, scans: 1e9, oldest: 90_000 }
  for (const one of ['waiting', 'refused', 'scans'] as const)
    expect((await report(administrator, { [one]: huge[one] })).status).toBe(422)
  // Reports that were stored before the limit.
  for (const number of ['T2001', '990003'])
    for (let nth = 0; nth < 3; nth++)
      await report(await backend.signInAs(number), { oldest: 90_000 })
  await backend.db
    .updateTable('phone_report')
    .set({ waiting: 1e9, refused: 1e9, scans: 1e9 })
    .where('waiting', '>', 0)
    .execute()
  const { status, body } = await administrator.post('/api/manage/day/waiting', {})
  expect(status).toBe(200)
  expect(body.data.find((work: { kind: string }) => work.kind === 'held-scans').count).toBe(3e9)
  expect(await remindWaitingPhones(backend.db, backend.clock.now())).toBe(1)
  await backend.db.deleteFrom('phone_report').execute()
})

test('a phone that its student unbound is shown with no items; a phone signed out from elsewhere is shown with its items', async () => {
  const first = await backend.signInAs('990002')
  await report(first)
  const gone = await first.post('/api/binding/cleanOpenId', { stuCode: first.code, type: '1' })
  expect(gone.status).toBe(200)
  expect((await holding()).data).toEqual([])
  const second = await backend.signInAs('990003')
  await report(second)
  await backend.db
    .updateTable('session')
    .set({ ended_at: backend.clock.now(), ended_why: 'password' })
    .where('code', '=', 'S990003')
    .execute()
  expect((await holding()).data).toMatchObject([{ number: '990003', ended: '1' }])
})

test('phones are listed by the age of their oldest item, page by page', async () => {
  await backend.db.deleteFrom('phone_report').execute()
  const tokens = Array.from({ length: 60 }, (_, n) => Buffer.alloc(32, n + 1))
  const now = backend.clock.now()
  const base = { role: 'student', code: 'S990001', open_id: null, created_at: now, used_at: now }
  await backend.db
    .insertInto('session')
    .values(
      tokens.map((hash) => ({
        ...base,
        role: 'student' as const,
        token_hash: hash,
        ended_at: null,
      })),
    )
    .execute()
  await backend.db
    .insertInto('phone_report')
    .values(
      tokens.map((hash, n) => ({
        session_hash: hash,
        waiting: n + 1,
        refused: 0,
        scans: 0,
        version: '',
        reported_at: now,
        // Two phones have the same time, so that a page can end between equal times.
        oldest_at: new Date(now.getTime() - Math.floor(n / 2) * 1000),
      })),
    )
    .execute()
  const first = await holding()
  const rest = (await administrator.post('/api/manage/phones/holding', { after: first.next })).body
  const seen = [...first.data, ...rest.data].map(({ waiting }: { waiting: number }) => waiting)
  expect([first.data.length, rest.data.length, new Set(seen).size]).toEqual([50, 10, 60])
  expect(first.data[0].waiting).toBeGreaterThan(58)
})

test('the arrival day shows who confirms arrivals on which phone, its items and its last report', async () => {
  const devices = async () =>
    (await administrator.post('/api/manage/arrivals/devices')).body.data.filter(
      ({ staff }: { staff: string }) => staff === 'T2001',
    )
  expect(await devices()).toMatchObject([
    { reportedAt: '', scans: 0, buildings: ['紫荆苑3号楼', '紫荆苑4号楼'] },
  ])
  const supervisor = await backend.signInAs('T2001')
  await report(supervisor, { waiting: 46, refused: 2, scans: 48 })
  const [device] = await devices()
  expect(device).toMatchObject({ scans: 48, refused: 2 })
  expect(device.heardAt).toBe(device.reportedAt)
})

test('after a restore a phone is told which of its receipts are lost, and no version that it might have seen is used again', async () => {
  const student = await backend.signInAs('990001')
  const submit = (key: string, remark: string, headers: Record<string, string> = {}) =>
    student.post(
      '/api/TravelInformation/updateBusInformation',
      travelFormBody({ remark, remarks: remark }),
      {
        'idempotency-key': key,
        ...headers,
      },
    )
  const ask = (who: SignedInUser, keys: string[]) =>
    who.post('/api/phones/received', { receipts: keys.map((key) => ({ form: 'travel', key })) })
  // Before any restore, a key without a receipt is reported as lost, whatever else was written.
  expect((await ask(student, ['key-never'])).body).toMatchObject({ gone: ['key-never'], newer: [] })
  const first = await submit('key-first', 'first')
  expect([first.headers.get('receipt'), first.headers.get('epoch')]).toEqual([
    expect.any(String),
    null,
  ])
  const lost = await submit('key-lost', 'lost')
  // The state after a restore: the latest data is gone, and another database epoch has begun.
  await backend.db.deleteFrom('idempotency').where('key', '=', 'key-lost').execute()
  await backend.db.updateTable('travel').set({ version: 1 }).execute()
  const client = new pg.Client({ connectionString: backend.connectionString })
  await client.connect()
  const epoch = await beginDatabaseEpoch(client, { now: backend.clock.now(), stateOf: undefined })
  await client.end()
  await backend.refreshEpoch()

  const asked = await ask(student, ['key-first', 'key-lost'])
  expect(asked.headers.get('epoch')).toBe(epoch)
  expect(asked.body).toMatchObject({ code: '0', gone: ['key-lost'], newer: [] })
  // A receipt is valid for its own form only.
  const ofOtherForm = [{ form: 'family', key: 'key-first' }]
  expect(
    (await student.post('/api/phones/received', { receipts: ofOtherForm })).body,
  ).toMatchObject({ gone: ['key-first'] })
  // A receipt of one student is unknown for another student.
  const other = await backend.signInAs('990002')
  expect((await ask(other, ['key-first'])).body).toMatchObject({ gone: ['key-first'] })

  const later = await submit('key-later', 'later')
  expect([later.status, later.headers.get('epoch')]).toEqual([200, epoch])
  expect((await ask(student, ['key-lost'])).body).toMatchObject({ gone: [], newer: ['key-lost'] })
  // The ETag of the lost values overwrites nothing, however many writes follow.
  await submit('key-more', 'more')
  const stale = await submit('key-stale', 'stale', { 'if-match': lost.headers.get('etag') ?? '' })
  expect(stale.status).toBe(412)
})
