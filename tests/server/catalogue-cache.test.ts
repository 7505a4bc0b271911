import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { recordStatements } from '../support/backend/recorded-statements.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
})
afterAll(() => backend.close())

const changed = (statement: string) => sql.raw(statement).execute(backend.db)
const said = async (path: string, body: object) =>
  JSON.stringify((await student.post(path, body)).body)

const CATALOGUES: readonly [path: string, body: object, change: string][] = [
  ['/wx/app/selectAllApp', { type: '1' }, `update application set title = '新的' where id = 1`],
  ['/api/uniSele/sele', {}, `update uniform_garment set name = '新的' where id = '1'`],
  ['/api/uniSele/sele', {}, `update uniform_size set remark = '新的尺码' where id = '101'`],
  ['/api/uniSele/colo', {}, `update uniform_colour set name = '新的' where id = '1'`],
  ['/Livings/livingCost', { packageType: '1' }, `update living_package set name = '新的'`],
  ['/api/guide/find', {}, `update guide set content = '<p>新的</p>'`],
  ['/api/calendar/find', {}, `update calendar_event set title = '新的'`],
  ['/api/calendar/find', {}, `update term set weeks = weeks - 1`],
]

test.each(CATALOGUES)(
  'the answer of %s is cached until its data changes, and the next request gets the new data',
  async (path, body, change) => {
    const before = await said(path, body)
    const [, table = ''] = /^update (\w+) /.exec(change) ?? []
    const again = await recordStatements(() => student.post(path, body))
    expect(again.filter((statement) => statement.includes(`"${table}"`))).toEqual([])
    await changed(change)
    expect(await said(path, body)).not.toBe(before)
  },
)

test('the remaining stock of a size is not part of the cached catalogue, so an order invalidates no cache entry', async () => {
  const state = async () =>
    (
      await backend.db
        .selectFrom('table_state')
        .select('state')
        .where('name', '=', 'uniform')
        .executeTakeFirstOrThrow()
    ).state
  const before = await state()
  await changed(`update uniform_size set stock = stock - 1 where id = '101'`)
  expect(await state()).toBe(before)
})
