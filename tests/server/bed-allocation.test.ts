import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  planBeds,
  type PlanRoom,
  type PlanStudent,
} from '#server/features/bed-allocation/plan-beds'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { measureLongestBlockMs } from '../support/backend/event-loop-blocking.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'
import { plan, room, student } from '../support/backend/plan-input.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs(DEMO_USER_BY_ROLE['dorm-office'])
})
afterAll(() => backend.close())

/** A campus whose rooms of all types and sizes are free for men and women. */
const mixedCampus = (): [PlanStudent[], PlanRoom[]] => {
  const types = ['一人间', '二人间', '三人间', '四人间']
  const students = Array.from({ length: 10_000 }, (_, at) =>
    student(`s${at}`, {
      gender: at % 9 < 4 ? '1' : '2',
      level: ['2', '2', '1', '预科'][at % 4] ?? '',
      department: `院${Math.floor(at / 400)}`,
      className: `班${Math.floor(at / 35)}`,
      type: at % 5 < 3 ? (types[at % 3] ?? null) : null,
    }),
  )
  const rooms = Array.from({ length: 4_000 }, (_, at) =>
    room(`${Math.floor((at % 120) / 20) + 1}${String(at % 20).padStart(2, '0')}`, {
      building: `${Math.floor(at / 120)}号楼`,
      type: types[(at * 7) % 4] ?? '',
      gender: null,
      freeBeds: Array.from({ length: ((at * 11) % 5) + 1 }, (_nth, bed) => `${bed + 1}`),
    }),
  )
  return [students, rooms]
}

describe('a plan of 10,000 students', () => {
  test('gives everybody a bed where rooms of all types and sizes are free for men and women', async () => {
    const { figures, isRepeatable } = await plan(...mixedCampus())
    expect(figures.placed).toBe(10_000)
    expect(isRepeatable).toBe(true)
  }, 120_000)

  test('is completed by a plain rule if the solver has no time, keeps every rule, and is said not to be repeatable', async () => {
    const [students, rooms] = mixedCampus()
    const { places, isRepeatable } = await planBeds(
      { students, rooms, promised: [], seed: 1 },
      { mip_max_nodes: 0, time_limit: 0 },
    )
    expect(isRepeatable).toBe(false)
    expect(places.length).toBeGreaterThan(9_000)
    const keyOf = (one: { building: string; room: string }) => `${one.building} ${one.room}`
    expect(new Set(places.map((one) => `${keyOf(one)} ${one.bed}`)).size).toBe(places.length)
    expect(new Set(places.map((one) => one.student)).size).toBe(places.length)
    const studentOf = new Map(students.map((one) => [one.code, one]))
    const roomOf = new Map(rooms.map((one) => [keyOf(one), one]))
    const genderOf = new Map<string, string>()
    const broken = places.filter((place) => {
      const [who, where] = [studentOf.get(place.student), roomOf.get(keyOf(place))]
      const gender = genderOf.get(keyOf(place)) ?? who?.gender ?? ''
      genderOf.set(keyOf(place), gender)
      return (
        who?.gender !== gender ||
        (who.type !== null && who.type !== where?.type) ||
        where?.freeBeds.includes(place.bed) !== true
      )
    })
    expect(broken).toEqual([])
  }, 120_000)
})

const ALL = { cohort: 'new', level: '', gender: '', buildings: [], choice: 'any', seed: 7 }
const preview = async (ask: object) =>
  (await office.post('/api/manage/beds/preview', { ...ALL, ...ask })).body
const apply = async (id: string) => (await office.post('/api/manage/beds/apply', { id })).body
const revert = async (id: string) =>
  (await office.post('/api/manage/beds/revert', { id, reason: '重新安排' })).body
const placesIn = (building: string) =>
  backend.db.selectFrom('dorm_place').selectAll().where('building', '=', building).execute()

/** Enrol women of a college, and open rooms of four beds in a building of their own. */
async function openBuilding(
  name: string,
  { students: count, rooms, type = '标准间' }: { students: number; rooms: number; type?: string },
) {
  const students = await enrolStudents(backend, count)
  await backend.db
    .updateTable('student')
    .set({ department: name, class_name: `${name}1班` })
    .where(
      'code',
      'in',
      students.map(({ code }) => code),
    )
    .execute()
  await backend.db
    .insertInto('dorm_room')
    .values(
      Array.from({ length: rooms }, (_, at) => ({
        building: name,
        room: String(101 + at),
        type_name: type,
        beds: ['1', '2', '3', '4'],
        gender: '2',
        withdrawn_at: null,
      })),
    )
    .execute()
  return { students, ask: { department: name, buildings: [name] } }
}

describe('the office', () => {
  test('previews an allocation, applies it as previewed, and takes it back while nobody has arrived', async () => {
    const { ask } = await openBuilding('甲苑', { students: 10, rooms: 2 })
    const { data } = await preview(ask)
    expect(data).toMatchObject({
      state: 'draft',
      figures: {
        placed: 8,
        already: 0,
        unplaced: [{ reason: 'full', students: 2 }],
        buildings: [{ building: '甲苑', free: 8, placed: 8 }],
      },
    })
    expect(await placesIn('甲苑')).toEqual([])
    const listed = await office.post('/api/manage/beds/allocated', {
      id: data.id,
      part: 'placed',
      after: '',
    })
    expect(await apply(data.id)).toMatchObject({ code: '0', placed: 8 })
    const given = await placesIn('甲苑')
    expect(given.map((one) => [one.student_code, one.room, one.bed]).sort()).toEqual(
      listed.body.data
        .map((one: Record<string, string>) => [one['student'], one['room'], one['bed']])
        .sort(),
    )
    expect(await apply(data.id)).toMatchObject({ code: '-1', msg: '这批床位已经分配过' })
    // A student who was moved since keeps the new bed.
    await backend.db
      .deleteFrom('dorm_place')
      .where('student_code', '=', given[0]?.student_code ?? '')
      .execute()
    expect(await revert(data.id)).toMatchObject({ code: '0', reverted: 7, kept: 1 })
    expect(await placesIn('甲苑')).toEqual([])
    expect(await revert(data.id)).toMatchObject({ code: '-1' })
    const { body } = await office.post('/api/manage/beds/allocations', {})
    expect(body.data[0]).toMatchObject({ id: data.id, state: 'reverted' })
  })

  test('cannot take an allocation back after a student of it has arrived', async () => {
    const { students, ask } = await openBuilding('乙苑', { students: 3, rooms: 1 })
    const { data } = await preview(ask)
    await apply(data.id)
    await backend.db
      .insertInto('arrival')
      .values({
        student_code: students[0]?.code ?? '',
        building: '乙苑',
        room: '101',
        scanned_at: backend.clock.now(),
        received_at: backend.clock.now(),
        staff_code: 'T2001',
        verified: true,
      })
      .execute()
    expect(await revert(data.id)).toMatchObject({
      code: '-1',
      msg: '其中 1 人已报到，不能整批撤回，请逐个调换',
    })
    expect(await placesIn('乙苑')).toHaveLength(3)
  })

  test.each([
    ['a bed of it was given away', '丙苑'],
    ['a student of it has withdrawn', '丁苑'],
    ['a room of it takes men now', '戊苑'],
    ['a bed of it is reserved now', '己苑'],
    ['the gender of a student of it was corrected', '壬苑'],
    ['a student of it needs an accessible bed', '癸苑'],
    ['a student of it has reserved another type and not paid yet', '子苑'],
    ['others have chosen the type of its last beds', '丑苑'],
  ])('assigns nothing of a preview if since then %s', async (what, name) => {
    const { students, ask } = await openBuilding(name, { students: 4, rooms: 1 })
    const { data } = await preview(ask)
    const [other] = await enrolStudents(backend, 1)
    const changes: Record<string, () => Promise<unknown>> = {
      'a bed of it was given away': () =>
        backend.db
          .insertInto('dorm_place')
          .values({
            student_code: other?.code ?? '',
            type_name: '',
            building: name,
            room: '101',
            bed: '2',
          })
          .execute(),
      'a student of it has withdrawn': () =>
        backend.db
          .updateTable('student')
          .set({ withdrawn_at: backend.clock.now() })
          .where('code', '=', students[0]?.code ?? '')
          .execute(),
      'a room of it takes men now': () =>
        backend.db
          .updateTable('dorm_room')
          .set({ gender: '1' })
          .where('building', '=', name)
          .execute(),
      'the gender of a student of it was corrected': async () => {
        const rooms = backend.db.updateTable('dorm_room').set({ gender: null })
        await rooms.where('building', '=', name).execute()
        return backend.db
          .updateTable('student')
          .set({ gender: '1' })
          .where('code', '=', students[0]?.code ?? '')
          .execute()
      },
      'a student of it needs an accessible bed': () =>
        backend.db
          .insertInto('accessible_bed_need')
          .values({ student_code: students[0]?.code ?? '' })
          .execute(),
      'a student of it has reserved another type and not paid yet': async () => {
        const [type] = await backend.db.selectFrom('dorm_type').select('id').execute()
        return backend.db
          .insertInto('dorm_choice')
          .values({
            student_code: students[0]?.code ?? '',
            type_id: type?.id ?? '',
            chosen_at: backend.clock.now(),
            held_until: new Date(backend.clock.now().getTime() + 600_000),
          })
          .execute()
      },
      'others have chosen the type of its last beds': async () => {
        const values = { id: name, name, price_fen: 100, places: 4 }
        await backend.db.insertInto('dorm_type').values(values).execute()
        await backend.db
          .updateTable('dorm_room')
          .set({ type_name: name })
          .where('building', '=', name)
          .execute()
        return backend.db
          .insertInto('dorm_choice')
          .values({
            student_code: other?.code ?? '',
            type_id: name,
            chosen_at: backend.clock.now(),
            held_until: null,
          })
          .execute()
      },
      'a bed of it is reserved now': () =>
        backend.db
          .updateTable('dorm_room')
          .set({ reserved_beds: ['3'] })
          .where('building', '=', name)
          .execute(),
    }
    expect(await changes[what]?.()).toBeDefined()
    const before = await placesIn(name)
    expect(await apply(data.id)).toMatchObject({
      code: '-1',
      msg: expect.stringContaining('请重新预览'),
    })
    expect(await placesIn(name)).toEqual(before)
  })

  test('gives a confirmed choice its type, and says who has not paid and who has not chosen', async () => {
    const { students, ask } = await openBuilding('庚苑', { students: 3, rooms: 1, type: '四人间' })
    const types = await backend.db.selectFrom('dorm_type').selectAll().execute()
    const type = types.find((one) => one.name === '四人间')
    const choice = { type_id: type?.id ?? '', chosen_at: backend.clock.now() }
    const later = new Date(backend.clock.now().getTime() + 600_000)
    await backend.db
      .insertInto('dorm_choice')
      .values([
        { ...choice, student_code: students[0]?.code ?? '', held_until: null },
        { ...choice, student_code: students[1]?.code ?? '', held_until: later },
      ])
      .execute()
    const { data } = await preview({ ...ask, choice: 'chosen' })
    expect(data.figures).toMatchObject({
      placed: 1,
      unplaced: [
        { reason: 'unpaid', students: 1 },
        { reason: 'not-chosen', students: 1 },
      ],
    })
  })

  test('imports for whom rooms are kept and who needs an accessible bed, and an allocation follows it', async () => {
    const imports = createImportRunner(backend)
    const { students, ask } = await openBuilding('辛苑', { students: 2, rooms: 1 })
    const row = { 楼栋: '辛苑', 房间: '101', 宿舍类型: '标准间', 床位: '4', 性别: '女' }
    const wrong = await imports.dryRun('rooms', [{ ...row, 预留床位: '5' }])
    expect(wrong.refused).toEqual([['预留床位', '预留床位不在该房间的床位中']])
    const rooms = await imports.dryRun('rooms', [
      { ...row, 预留床位: '1、2、3', 限学院: '辛苑', 培养层次: '本科', 无障碍: '是' },
    ])
    expect(await imports.apply('rooms', rooms.id)).toBe('applied')
    const needs = await imports.dryRun('accessible-bed-needs', [
      { 学号或考生号: students[1]?.exam_number ?? '' },
    ])
    expect(await imports.apply('accessible-bed-needs', needs.id)).toBe('applied')
    const { data } = await preview(ask)
    expect(data.figures).toMatchObject({ placed: 1, unplaced: [{ reason: 'full', students: 1 }] })
    await apply(data.id)
    expect(await placesIn('辛苑')).toMatchObject([{ student_code: students[1]?.code, bed: '4' }])
    // A file without these columns leaves them as they are.
    const again = await imports.dryRun('rooms', [row])
    expect(again.counts).toMatchObject({ unchanged: 1 })
  })

  test('refuses a seed that is not a whole number from 0 to 999999, and a gender that does not exist', async () => {
    for (const wrong of [{ seed: -1 }, { seed: 1_000_000 }, { seed: 1.5 }, { gender: '3' }])
      expect((await preview({ department: '', ...wrong })).code).not.toBe('0')
  })
})

test('10,000 students are previewed and assigned on 10,500 beds without blocking other requests', async () => {
  const year = String(toChinaYear(backend.clock.now()))
  // Classes of 30, twenty colleges; every third building for men; floors of twenty rooms of four.
  await sql`
    insert into student (code, exam_number, id_card, name, gender, phone, major, major_code, department,
      class_name, type, status, entry_year, grade, enrolment)
    select 'L' || n, '7' || lpad(n::text, 6, '0'), '7' || lpad(n::text, 17, '0'), '学生' || n,
      case when n % 3 = 0 then '1' else '2' end, '13800000000', '专业', '080902', '大学院' || (n / 30) % 20,
      '大' || n / 30 || '班', '1', '在籍', ${year}, ${year}, '2'
    from generate_series(1, 10000) as n`.execute(backend.db)
  await sql`
    insert into dorm_room (building, room, type_name, beds, gender)
    select '大楼' || n / 120, ((n % 120) / 20 + 1) || lpad((n % 20)::text, 2, '0'), '四人间',
      '{1,2,3,4}', case when (n / 120) % 3 = 0 then '1' else '2' end
    from generate_series(0, 2624) as n`.execute(backend.db)
  const buildings = Array.from({ length: 22 }, (_, at) => `大楼${at}`)
  let said: Awaited<ReturnType<typeof preview>>
  let took = 0
  const blocked = await measureLongestBlockMs(async () => {
    const before = performance.now()
    said = await preview({ department: '', buildings })
    took = performance.now() - before
  }, 250)
  const { figures, id } = said.data
  const before = performance.now()
  const applied = await apply(id)
  const assigned = performance.now() - before
  console.log(
    `preview ${Math.round(took)} ms, apply ${Math.round(assigned)} ms, longest block ${Math.round(blocked)} ms, ${JSON.stringify({ ...figures, buildings: undefined })}`,
  )
  expect(applied).toMatchObject({ code: '0', placed: figures.placed })
  // The men's buildings have 3,840 beds and the others 6,660; 3,333 students are men.
  expect(figures.placed).toBeGreaterThanOrEqual(9_900)
  expect(figures.splitClasses / figures.classes).toBeLessThan(0.25)
  expect(figures.alone / figures.placed).toBeLessThan(0.05)
  expect(blocked).toBeLessThan(250)
  // The bound is ten times the goal of 10 s, since other programs share the machine of the tests.
  expect(took + assigned).toBeLessThan(100_000)
}, 300_000)
