import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '#server/platform/clock'
import {
  type PrivatePostgres,
  startPostgres,
} from '#server/platform/database/cluster/private-postgres'
import { type Database, openDatabase } from '#server/platform/database/database'
import { prepareDatabase } from '#server/prepare-database'

// A private PostgreSQL of this test, started as the app does, so that its log has only errors
// caused here.
const dataDir = mkdtempSync(join(tmpdir(), 'baodao-log-'))
chmodSync(dataDir, 0o755)
let postgres: PrivatePostgres
let database: Database

beforeAll(async () => {
  postgres = await startPostgres({ dataDir, durable: false })
  const { connectionString } = postgres
  database = openDatabase({ connectionString, onError: () => {} })
  const settings = { demo: false, demoStudents: 0 }
  await prepareDatabase({ connectionString, database, clock: createClock(0), settings })
})
afterAll(async () => {
  await database.close()
  await postgres.release()
  rmSync(dataDir, { recursive: true, force: true })
})

const ID_CARD = '110105194912310021'
const NUMBER = '20269900417'
const student = {
  code: 'S1',
  number: NUMBER,
  exam_number: null,
  id_card: ID_CARD,
  name: '欧阳独一',
  gender: '2',
  phone: '13912345678',
  major: '软件工程',
  major_code: '080902',
  department: '信息学院',
  class_name: '1班',
  entry_year: '2026',
  grade: '2026',
  enrolment: '2',
  type: '1',
  status: '在籍',
  checked_in_at: null,
  withdrawn_at: null,
}
const enrol = (row: typeof student) => database.db.insertInto('student').values(row).execute()

test('the log of the private PostgreSQL has the refused statement but no value of its row', async () => {
  await enrol(student)
  const refusals = [
    [{ ...student, code: 'S2' }, 'duplicate key value violates unique constraint'],
    [{ ...student, code: 'S3', number: 'X3', gender: '9' }, 'violates check constraint'],
  ] as const
  for (const [row, sentence] of refusals) await expect(enrol(row)).rejects.toThrow(sentence)
  const log = readFileSync(join(postgres.folder, 'postgres', 'server.log'), 'utf8')
  for (const [, sentence] of refusals) expect(log).toContain(sentence)
  for (const own of [ID_CARD, NUMBER, student.name, student.phone]) expect(log).not.toContain(own)
})
