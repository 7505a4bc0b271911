import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PERSONAL_DATA_TABLES,
  UNDISCLOSED_TABLES,
} from '#server/features/privacy/personal-data-tables'
import { deleteExpiredRecords } from '#server/features/privacy/retention'
import { readSettings } from '#server/platform/settings/read-settings'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('every table that names a student is part of the student’s data copy, or has a reason not to be', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.table_schema = current_schema() and c.column_name in ('student_code', 'subject')`.execute(
    backend.db,
  )
  const known = new Set([
    ...PERSONAL_DATA_TABLES.map(({ table }) => table),
    ...Object.keys(UNDISCLOSED_TABLES),
  ])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('a student sees how much is stored about them, and downloads all of it, without secrets and without data of others', async () => {
  const student = await backend.signInAs('990002')
  const { body } = await student.post('/api/privacy/mine')
  expect(body.data).toContainEqual({ title: '身份与学籍', records: 1, days: 0 })
  expect(body.data).toContainEqual({ title: '到校安排', records: 1, days: 365 })

  const answer = await backend.fetch('/api/privacy/data', {
    method: 'POST',
    headers: { authorization: student.token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
    '我的数据-990002.json',
  )
  const text = await answer.text()
  const told: Record<string, Record<string, unknown>[]> = JSON.parse(text)
  expect(Object.keys(told).slice(1)).toEqual(body.data.map(({ title }: { title: string }) => title))
  expect(told['身份与学籍']?.[0]).toMatchObject({ code: 'S990002', id_card: '110101200801010023' })
  expect(told['上传的照片与材料']?.[0]?.['bytes']).toMatch(/^\/9j\//)
  expect(text).not.toMatch(/_hash|S99000[13-9]|prepay/)
  expect((await (await backend.signInAs('T1001')).post('/api/privacy/mine')).status).toBe(403)
})

test('a student’s data copy has the log entries about the student, such as who looked at a number and when, and no entries about others', async () => {
  const admissions = await backend.signInAs('T5001')
  const reveal = (student: string) =>
    admissions.post('/api/manage/students/reveal', { student, what: 'idCard' })
  await reveal('S990003')
  await reveal('S990004')
  await admissions.post('/api/manage/arrivals/phones', { students: ['S990003', 'S990004'] })
  await admissions.post('/api/manage/arrivals/phones', { students: ['S990005'] })
  const student = await backend.signInAs('990003')
  const answer = await backend.fetch('/api/privacy/data', {
    method: 'POST',
    headers: { authorization: student.token, 'content-type': 'application/json' },
    body: '{}',
  })
  const text = await answer.text()
  const lines = JSON.parse(text)['学校查看和办理的记录']
  expect(lines).toMatchObject([
    { staff_code: 'T5001', action: 'students.reveal', about: 'student:S990003' },
    { staff_code: 'T5001', action: 'arrivals.phones' },
  ])
  expect(text).not.toContain('S990004')
})

test('old data is counted and then deleted after the retention period of its kind, and the log says so', async () => {
  const { db } = backend
  const now = backend.clock.now()
  const retention = { ...backend.settings.retention, travel: 100, family: 0 }
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000)
  const arrivals = (moment: Date) => {
    const arrival_date = moment.toISOString().slice(0, 10)
    return db.updateTable('travel').set({ start_date: arrival_date, arrival_date })
  }
  // The demo's students arrive at the end of August. In December that is a hundred days ago.
  await arrivals(now).execute()
  await arrivals(day(101)).where('student_code', '=', 'S990002').execute()
  await db
    .updateTable('household')
    .set({ updated_at: day(5000) })
    .execute()
  const travels = async () =>
    Number(
      (
        await db
          .selectFrom('travel')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await travels()
  const count = await deleteExpiredRecords(db, { retention, now, dryRun: true })
  expect(count).toContainEqual({ kind: 'travel', days: 100, records: 1 })
  expect(count).toContainEqual({ kind: 'family', days: 0, records: 0 })
  expect(await travels()).toBe(before)
  await deleteExpiredRecords(db, { retention, now, dryRun: false })
  expect(await travels()).toBe(before - 1)
  expect(
    (await db.selectFrom('household').select('student_code').execute()).length,
  ).toBeGreaterThan(0)
  const lines = await db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'privacy.retain')
    .execute()
  expect(lines.map(({ details }) => details)).toContainEqual({
    kind: 'travel',
    records: 1,
    days: 100,
  })
})

test('a retention period for an unknown kind of data is refused with a message', () => {
  expect(readSettings({ RETENTION: 'travels=3' })).toMatchObject({ type: 'mistakes' })
  expect(readSettings({ RETENTION: 'travel=3, papers=0' })).toMatchObject({
    settings: { retention: { travel: 3, papers: 0, family: 1095 } },
  })
})
