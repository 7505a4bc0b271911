import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('the office tells who works there what they may do', async () => {
  const administrator = await backend.signInAs('T4001')
  expect((await administrator.post('/api/manage/me')).body.data).toMatchObject({
    code: 'T4001',
    roles: ['administrator'],
  })
  const supervisor = await backend.signInAs('T2001')
  expect((await supervisor.post('/api/manage/me')).body.data.roles).toEqual(['dorm-supervisor'])
  expect((await (await backend.signInAs('T1001')).post('/api/manage/me')).status).toBe(403)
})

test('a sign-in to the office stands in its log, which only the administrator reads', async () => {
  await backend.signInAs('T6001')
  const administrator = await backend.signInAs('T4001')
  const { body } = await administrator.post('/api/manage/log', { find: '', by: 'T6001', after: '' })
  expect(body.data).toMatchObject([{ by: 'T6001', name: '钱立新', action: 'office.signIn' }])
})

test('no line of the log can be changed or deleted', async () => {
  await backend.signInAs('T4001')
  await expect(backend.db.updateTable('office_log').set({ reason: 'x' }).execute()).rejects.toThrow(
    'only ever added to',
  )
  await expect(backend.db.deleteFrom('office_log').execute()).rejects.toThrow('only ever added to')
})

test('the log is searched by person, deed and day in China', async () => {
  const administrator = await backend.signInAs('T4001')
  const at = (iso: string) => new Date(iso)
  await backend.db
    .insertInto('office_log')
    .values([
      { staff_code: 'T7001', action: 'x.one', about: 'student:S1', at: at('2026-03-01T15:59:59Z') },
      { staff_code: 'T7001', action: 'x.two', about: 'student:S2', at: at('2026-03-01T16:00:00Z') },
      { staff_code: 'T5001', action: 'x.two', about: 'student:S1', at: at('2026-03-02T15:59:59Z') },
    ])
    .execute()
  const found = async (wish: object) =>
    (await administrator.post('/api/manage/log', { find: 'x.', after: '', ...wish })).body.data.map(
      ({ by, action }: { by: string; action: string }) => `${by} ${action}`,
    )
  expect(await found({ by: 't7001' })).toEqual(['T7001 x.two', 'T7001 x.one'])
  expect(await found({ by: '马丽' })).toEqual(['T5001 x.two'])
  expect(await found({ find: 'S1' })).toEqual(['T5001 x.two', 'T7001 x.one'])
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([
    'T5001 x.two',
    'T7001 x.two',
  ])
  expect(await found({ to: '2026-03-01' })).toEqual(['T7001 x.one'])
  expect(await found({ find: '登录管理', by: 'T7001' })).toEqual([])
  await backend.signInAs('T7001')
  expect(await found({ find: '登录管理', by: 'T7001' })).toEqual(['T7001 office.signIn'])
  expect(await found({ find: 'signed in', by: 'T7001' })).toEqual(['T7001 office.signIn'])
})
