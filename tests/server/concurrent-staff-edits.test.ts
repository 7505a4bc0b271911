import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Backend,
  type TestResponse,
  type SignedInUser,
  startBackend,
} from '../support/backend/backend.ts'

// In each test two staff members read the same state and then make the same change at the same
// moment.
let backend: Backend
let one: SignedInUser
let other: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  one = await backend.signInAs('T4001')
  other = await backend.signInAs('T5001')
  // Give both staff members permission for every change in this file.
  await backend.db
    .insertInto('staff_role')
    .values(
      (['administrator', 'dorm-office', 'finance'] as const).map((role) => ({
        staff_code: 'T5001',
        role,
        given_at: backend.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})
afterAll(() => backend.close())

const STUDENT = { student: 'S990001', reason: '核对材料' }
const REASON = { reason: '人员变动' }
const NEW_ACCOUNT = {
  code: 'T9301',
  name: '周同事',
  department: '',
  post: '',
  phone: '',
  roles: [],
  buildings: [],
}

/** A free bed suitable for the student, and the student's current bed. */
async function bed() {
  const { home, building, room } = await places()
  return {
    ...STUDENT,
    from: home,
    building,
    room: room.room,
    bed: room.beds.find(({ who }) => who === '')?.bed ?? '',
  }
}

async function places() {
  const occupied = await backend.db
    .selectFrom('dorm_place')
    .select(['building', 'room', 'bed'])
    .where('student_code', '=', STUDENT.student)
    .executeTakeFirst()
  const home = occupied === undefined ? '' : `${occupied.building} ${occupied.room} ${occupied.bed}`
  const { buildings } = (
    await one.post('/api/manage/students/places', { student: STUDENT.student, building: '' })
  ).body
  const building: string = buildings.find(({ free }: { free: number }) => free > 1).building
  const { rooms } = (
    await one.post('/api/manage/students/places', { student: STUDENT.student, building })
  ).body as { rooms: { room: string; beds: { bed: string; who: string }[] }[] }
  const room = rooms.find(({ beds }) => beds.some(({ who }) => who === ''))
  if (room === undefined) throw new Error('no free room')
  return { home, building, room }
}

const account = async (path: string, body: object = {}) => {
  const read = await one.post('/api/manage/staff/one', { code: 'T1001' })
  return {
    path: `/api/manage/staff/${path}`,
    body: { code: 'T1001', ...body },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  }
}
const row = async (noun: string) => {
  const { data } = (await one.post(`/api/manage/${noun}/list`, { find: '' })).body
  const [first] = data as { id: string; version: string; values: object }[]
  if (first === undefined) throw new Error(`no ${noun}`)
  return first
}

interface Write {
  readonly path: string
  readonly body: object
  readonly headers?: Record<string, string>
}
const student = async (verb: string, body: object | Promise<object> = STUDENT): Promise<Write> => ({
  path: `/api/manage/students/${verb}`,
  body: await body,
})

/** The writes in chronological order: each uses the data that the write before it left. */
const WRITES: readonly (readonly [name: string, write: () => Promise<Write>])[] = [
  ['give a bed', () => student('assignRoom', bed())],
  ['clear the bed', async () => student('clearRoom', { ...STUDENT, from: (await places()).home })],
  ['check the admission', () => student('admit', { ...STUDENT, done: '1' })],
  ['confirm the arrival', () => student('arrive')],
  ['reverse the arrival', () => student('unarrive')],
  ['withdraw the student', () => student('withdraw')],
  ['readmit the student', () => student('readmit')],
  ['create an account', async () => ({ path: '/api/manage/staff/create', body: NEW_ACCOUNT })],
  [
    'change an account',
    () => account('change', { name: '王老师', department: '教务处', post: '', phone: '' }),
  ],
  ['give roles', () => account('giveRoles', { roles: ['finance'], ...REASON })],
  ['close an account', () => account('close', REASON)],
  ['reopen an account', () => account('open', REASON)],
  [
    'add a row to a catalogue',
    async () => ({
      path: '/api/manage/colours/save',
      body: { id: '', version: '', values: { name: '墨绿', nameEn: 'Dark green' } },
    }),
  ],
  [
    'change a row of a catalogue',
    async () => {
      const { id, version, values } = await row('packages')
      return {
        path: '/api/manage/packages/save',
        body: { id, version, values: { ...values, content: '新的内容' } },
      }
    },
  ],
  [
    'withdraw a row of a catalogue',
    async () => {
      const { id, version } = await row('events')
      return { path: '/api/manage/events/withdraw', body: { id, version, reason: '取消' } }
    },
  ],
]

const isDone = ({ status, body }: TestResponse) => status === 200 && body.code === '0'
const messageOf = ({ body }: TestResponse): string => body.msg ?? body.message ?? ''

describe('two colleagues who make the same change at once', () => {
  test.each(WRITES)(
    '%s by two colleagues at once: one write succeeds, and the other answers with the new state instead of an internal error',
    async (_, write) => {
      const { path, body, headers } = await write()
      const said = await Promise.all([one, other].map((who) => who.post(path, body, headers)))
      expect(said.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(said.filter(isDone).length, JSON.stringify(said.map(({ body: told }) => told))).toBe(1)
      const [late] = said.filter((answer) => !isDone(answer))
      expect(late && messageOf(late)).toMatch(/\p{Script=Han}{4}/u)
      expect(late && messageOf(late)).not.toMatch(/系统|请重试|提交的内容有误/)
    },
  )
})
