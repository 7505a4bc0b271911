import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { postFile } from '../support/backend/post-file.ts'
import { casResponse, casSuccessResponse } from '../support/fakes/cas-responses.ts'
import {
  startFakeCas,
  startFakeOidc,
  type FakeIdentityProvider,
  followSignInRedirects,
} from '../support/fakes/fake-identity-providers.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const PUBLIC_URL = 'http://127.0.0.1:8080'
const RETURN = `${PUBLIC_URL}/api/university/back`
const FILE = new URL('fixtures/staff-lowercase.csv', import.meta.url)

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
  const answer = await postFile(backend, '/api/manage/imports/upload', readFileSync(FILE), {
    by: office,
    kind: 'staff',
    name: 'staff.csv',
  })
  const { id } = await answer.json()
  await stateOf(id, 'checked')
  await office.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' })
  await stateOf(id, 'applied')
})
afterAll(() => backend.close())

const stateOf = (id: string, state: string) =>
  waitUntil(async () => {
    const { body } = await office.post('/api/manage/imports/one', { id })
    expect(body.data.state).toBe(state)
  })

const signIn = (userCode: string, password: string) =>
  backend.post('/api/sys/login', { userCode, password, openId: '' })

test('staff sign in by password with their number in upper or lower case, however it was imported', async () => {
  for (const [typed, code] of [
    ['t9001a', 'T9001A'],
    ['t9002b', 'T9002B'],
  ] as const) {
    const { body } = await office.post('/api/manage/staff/resetPassword', {
      code: typed,
      reason: '首次登录',
    })
    for (const spelled of [
      typed,
      code,
      `${typed.slice(0, 3)}${code.slice(3)}`,
      ' Ｔ' + typed.slice(1),
    ]) {
      const said = await signIn(spelled, body.password)
      expect([spelled, said.body.user?.userCode]).toEqual([spelled, code])
    }
  }
})

const casNaming = (number: string) =>
  casResponse(casSuccessResponse('zhang', `<cas:employeeNumber>${number}</cas:employeeNumber>`))

test.each<[string, (who: () => string) => Promise<FakeIdentityProvider>]>([
  ['CAS', (who) => startFakeCas(() => casNaming(who()))],
  ['OpenID Connect', (who) => startFakeOidc(RETURN, who)],
])(
  'staff sign in by %s with their number in upper or lower case, however it was imported',
  async (_name, open) => {
    let who = ''
    const university = await open(() => who)
    const own = await startBackend({ sharing: backend, env: { PUBLIC_URL, ...university.env } })
    try {
      for (const [said, code] of [
        ['t9001a', 'T9001A'],
        ['T9001A', 'T9001A'],
        ['t9002b', 'T9002B'],
      ] as const) {
        who = said
        const { address, ticket } = (await own.post('/api/university/begin')).body
        const answer = String(await followSignInRedirects(address, RETURN))
        const { body } = await own.post('/api/university/finish', { ticket, answer })
        expect([said, body.results?.userCode]).toEqual([said, code])
      }
    } finally {
      university.close()
      await own.close()
    }
  },
)

test('a number in another letter case is the same account in the office, and cannot become a second account', async () => {
  expect((await office.post('/api/manage/staff/one', { code: 't9001a' })).body.data.code).toBe(
    'T9001A',
  )
  const { body } = await office.post('/api/manage/staff/create', {
    code: 't9002b',
    name: '测试二',
    department: '',
    post: '',
    phone: '',
    roles: [],
    buildings: [],
  })
  expect(body.code).not.toBe('0')
})

test('accounts stored in lower case are renamed to upper case with all their data', async () => {
  const migration = migrationList.find(({ name }) => name === 'work numbers in capitals')
  const { db } = backend
  const now = backend.clock.now()
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', 'T1001')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values([
      { ...row, code: 'old1x', id: 'Uold1x' },
      { ...row, code: 'twin1', id: 'Utwin1' },
      { ...row, code: 'TWIN1', id: 'UTWIN1' },
    ])
    .execute()
  await db
    .insertInto('staff_building')
    .values({ staff_code: 'old1x', building: '梅园1号楼' })
    .execute()
  await db
    .insertInto('binding')
    .values({ open_id: 'o-old1x', role: 'staff', code: 'old1x', bound_at: now })
    .execute()
  await db.transaction().execute(async (tx) => {
    await sql.raw(migration?.sql ?? '').execute(tx)
  })
  const codes = await db
    .selectFrom('staff')
    .select('code')
    .where('id', 'in', ['Uold1x', 'Utwin1', 'UTWIN1'])
    .orderBy('id')
    .execute()
  expect(codes.map(({ code }) => code).toSorted()).toEqual(['OLD1X', 'TWIN1', 'twin1'])
  const buildings = await db
    .selectFrom('staff_building')
    .select('building')
    .where('staff_code', '=', 'OLD1X')
    .execute()
  expect(buildings).toEqual([{ building: '梅园1号楼' }])
  const bound = await db
    .selectFrom('binding')
    .select('code')
    .where('open_id', '=', 'o-old1x')
    .executeTakeFirst()
  expect(bound).toEqual({ code: 'OLD1X' })
})
