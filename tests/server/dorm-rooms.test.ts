import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs(DEMO_USER_BY_ROLE['dorm-office'])
})
afterAll(() => backend.close())

/** A building with two rooms of two beds; the first two women live in 101, the third in 102. */
async function openBuilding(building: string) {
  const students = await enrolStudents(backend, 3)
  const room = { building, type_name: '标准间', beds: ['1', '2'], gender: '2', withdrawn_at: null }
  await backend.db
    .insertInto('dorm_room')
    .values([
      { ...room, room: '101' },
      { ...room, room: '102' },
    ])
    .execute()
  const beds = [
    { room: '101', bed: '1' },
    { room: '101', bed: '2' },
    { room: '102', bed: '1' },
  ]
  await backend.db
    .insertInto('dorm_place')
    .values(
      students.map(({ code }, at) => ({
        student_code: code,
        type_name: '标准间',
        building,
        room: beds[at]?.room ?? '',
        bed: beds[at]?.bed ?? '',
      })),
    )
    .execute()
  const codes = students.map(({ code }) => code)
  const [one = '', two = '', three = ''] = codes
  return { one, two, three, students }
}
const bedOf = async (student: string) => {
  const place = await backend.db
    .selectFrom('dorm_place')
    .select(['room', 'bed'])
    .where('student_code', '=', student)
    .executeTakeFirst()
  return place && `${place.room} ${place.bed}`
}
const list = async (building: string) =>
  (await office.post('/api/manage/dormRooms/list', { building })).body
const call = async (verb: string, input: object) =>
  (await office.post(`/api/manage/dormRooms/${verb}`, { reason: '学生申请', ...input })).body

test('the office moves a student to a free bed, and swaps two students, with a reason in the log of both', async () => {
  const { one, three } = await openBuilding('甲楼')
  const at = (room: string, bed: string) => ({ building: '甲楼', room, bed })
  const moved = { student: one, from: at('101', '1'), to: at('102', '2'), other: '' }
  expect(await call('move', { ...moved, reason: ' ' })).not.toMatchObject({ code: '0' })
  expect(await call('move', moved)).toMatchObject({ code: '0' })
  expect(await bedOf(one)).toBe('102 2')
  // The screen of another person still shows the earlier beds.
  expect(await call('move', moved)).toMatchObject({
    code: '-1',
    msg: '其他人刚刚改过这些床位或房间，请刷新后再操作',
  })
  const swapped = { student: one, from: at('102', '2'), to: at('102', '1'), other: three }
  expect(await call('move', { ...swapped, other: '' })).toMatchObject({ code: '-1' })
  expect(await call('move', swapped)).toMatchObject({ code: '0' })
  expect([await bedOf(one), await bedOf(three)]).toEqual(['102 1', '102 2'])
  const entries = await backend.db
    .selectFrom('office_log')
    .select(['about', 'reason'])
    .where('action', '=', 'beds.swap')
    .execute()
  expect(entries).toEqual(
    [one, three].map((code) => ({ about: `student:${code}`, reason: '学生申请' })),
  )
})

test('of two people who move two students into one bed at once, one is refused', async () => {
  const { one, two } = await openBuilding('乙楼')
  const at = (room: string, bed: string) => ({ building: '乙楼', room, bed })
  const said = await Promise.all([
    call('move', { student: one, from: at('101', '1'), to: at('102', '2'), other: '' }),
    call('move', { student: two, from: at('101', '2'), to: at('102', '2'), other: '' }),
  ])
  expect(said.map(({ code }) => code).sort()).toEqual(['-1', '0'])
})

test('a student who has withdrawn is named so and neither moved nor swapped, until the bed is cleared', async () => {
  const { one, two, three } = await openBuilding('退学楼')
  await backend.db
    .updateTable('student')
    .set({ withdrawn_at: backend.clock.now() })
    .where('code', '=', two)
    .execute()
  const { rooms } = await list('退学楼')
  expect(rooms[0].beds.map((bed: { withdrawn: string }) => bed.withdrawn)).toEqual(['0', '1'])
  const at = (room: string, bed: string) => ({ building: '退学楼', room, bed })
  const says = '其中有已退学的学生，不能调换。请先在该学生的页面取消床位'
  expect(
    await call('move', { student: two, from: at('101', '2'), to: at('102', '2'), other: '' }),
  ).toMatchObject({ code: '-1', msg: says })
  expect(
    await call('move', { student: three, from: at('102', '1'), to: at('101', '2'), other: two }),
  ).toMatchObject({ code: '-1', msg: says })
  expect([await bedOf(one), await bedOf(two), await bedOf(three)]).toEqual([
    '101 1',
    '101 2',
    '102 1',
  ])
})

test('a student cannot be moved into a room for the other gender, or into a bed that does not exist', async () => {
  const { one } = await openBuilding('丙楼')
  await backend.db
    .insertInto('dorm_room')
    .values({
      building: '丙楼',
      room: '201',
      type_name: '标准间',
      beds: ['1'],
      gender: '1',
      withdrawn_at: null,
    })
    .execute()
  const from = { building: '丙楼', room: '101', bed: '1' }
  for (const to of [
    { room: '201', bed: '1' },
    { room: '102', bed: '9' },
    { room: '999', bed: '1' },
  ])
    expect(
      await call('move', { student: one, from, to: { building: '丙楼', ...to }, other: '' }),
    ).toMatchObject({ code: '-1' })
  expect(await bedOf(one)).toBe('101 1')
})

test('a closed room takes nobody by hand, swap, file or allocation, and lists its residents until they have moved', async () => {
  const { one, two, three, students } = await openBuilding('丁楼')
  const at = (room: string, bed: string) => ({ building: '丁楼', room, bed })
  const room = { building: '丁楼', room: '101' }
  expect(await call('close', room)).toMatchObject({ code: '0', mustMove: 2 })
  expect(await call('close', room)).toMatchObject({ code: '-1' })
  const listed = async () => {
    const { rooms } = await list('')
    return rooms
      .find((each: { building: string }) => each.building === '丁楼')
      ?.beds.map(({ student }: { student: string }) => student)
  }
  expect(await listed()).toEqual([one, two])
  const { buildings } = await list('丁楼')
  expect(buildings).toContainEqual({
    building: '丁楼',
    rooms: 2,
    beds: 4,
    taken: 3,
    closed: 1,
    mustMove: 2,
  })
  expect(
    await call('move', { student: one, from: at('101', '1'), to: at('102', '2'), other: '' }),
  ).toMatchObject({ code: '0' })
  for (const other of ['', two])
    expect(
      await call('move', {
        student: three,
        from: at('102', '1'),
        to: at('101', other === '' ? '1' : '2'),
        other,
      }),
    ).toMatchObject({ code: '-1' })
  // A file refuses new residents, and leaves those who have not moved yet.
  const row = (who: number, name: string, bed: string) => ({
    学号或考生号: students[who]?.exam_number ?? '',
    楼栋: '丁楼',
    房间: name,
    床位: bed,
  })
  const file = await createImportRunner(backend).dryRun('room-places', [
    row(2, '101', '1'),
    row(1, '101', '2'),
  ])
  expect(file.refused).toEqual([['房间', '该房间已停用']])
  expect(file.counts).toMatchObject({ unchanged: 1 })
  const { data } = (
    await office.post('/api/manage/beds/preview', {
      cohort: 'new',
      department: '',
      level: '',
      gender: '2',
      buildings: ['丁楼'],
      choice: 'any',
      seed: 1,
    })
  ).body
  // The only free bed of the building is in the closed room.
  expect(data.figures).toMatchObject({ placed: 0 })
  expect(await call('reopen', room)).toMatchObject({ code: '0' })
  expect(await listed()).toBeUndefined()
  expect(
    await call('move', { student: three, from: at('102', '1'), to: at('101', '1'), other: '' }),
  ).toMatchObject({ code: '0' })
})
