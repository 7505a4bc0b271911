import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

const LIST = '/api/manage/devices/list'
const REVOKE = '/api/manage/devices/revoke'
const ROSTER = '/api/stuEnter/roster'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T7001')
})
afterAll(() => backend.close())

const listed = async (find = '') =>
  (await office.post(LIST, { find, after: '' })).body.data as { id: string; code: string }[]

test('a device that the office revokes is signed out at its next request, with the reason; other devices stay signed in', async () => {
  const [one, other] = [await backend.signInAs('T2001'), await backend.signInAs('T2001')]
  const before = await listed('T2001')
  expect(before[0]).toEqual({
    id: expect.any(String),
    code: 'T2001',
    name: expect.any(String),
    buildings: expect.arrayContaining(['紫荆苑3号楼']),
    since: expect.any(String),
    heardAt: expect.any(String),
  })
  expect(JSON.stringify(before)).not.toContain(one.token)
  const { hash } = await backend.db
    .selectFrom('session')
    .select(['device_id as hash'])
    .where('code', '=', 'T2001')
    .orderBy('created_at', 'asc')
    .orderBy('used_at')
    .executeTakeFirstOrThrow()
  expect((await office.post(REVOKE, { id: hash, reason: '手机丢失' })).body.code).toBe('0')
  const answers = [await one.post(ROSTER), await other.post(ROSTER)]
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(answers.find(({ status }) => status === 401)?.body).toMatchObject({ why: 'office' })
  expect(await listed('T2001')).toHaveLength(before.length - 1)
  expect((await office.post(REVOKE, { id: hash, reason: '再一次' })).body).toMatchObject({
    msg: '这台设备已经退出登录',
  })
  expect(
    await backend.db
      .selectFrom('office_log')
      .select(['staff_code', 'about', 'reason'])
      .where('action', '=', 'devices.revoke')
      .execute(),
  ).toEqual([{ staff_code: 'T7001', about: 'staff:T2001', reason: '手机丢失' }])
})

test('only a corridor device can be revoked, and only with a reason; its linked messaging account does not sign it in again', async () => {
  const admin = await backend.signInAs('T4001')
  const session = await backend.db
    .selectFrom('session')
    .select('device_id')
    .where('code', '=', 'T4001')
    .executeTakeFirstOrThrow()
  expect((await listed()).map(({ code }) => code)).not.toContain('T4001')
  const answer = await office.post(REVOKE, { id: session.device_id, reason: '试一试' })
  expect(answer.body.code).toBe('-1')
  expect((await admin.post(LIST, { find: '', after: '' })).status).toBe(200)
  expect((await office.post(REVOKE, { id: session.device_id, reason: ' ' })).status).toBe(422)

  await backend.signInAs('T2001')
  const [device] = await listed('T2001')
  await backend.db
    .updateTable('session')
    .set({ open_id: 'oRevoked' })
    .where('device_id', '=', device?.id ?? '')
    .execute()
  await backend.db
    .insertInto('binding')
    .values({ open_id: 'oRevoked', role: 'staff', code: 'T2001', bound_at: new Date() })
    .execute()
  await office.post(REVOKE, { id: device?.id, reason: '离职' })
  expect(
    await backend.db
      .selectFrom('binding')
      .select('open_id')
      .where('open_id', '=', 'oRevoked')
      .execute(),
  ).toEqual([])
})
