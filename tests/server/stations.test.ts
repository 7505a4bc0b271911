import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolSignedInStudent, enrolStudents } from '../support/backend/students.ts'
import { createPassKeyPair, createSignedPassText } from '../support/offline/pass-keys.ts'

let backend: Backend
let office: SignedInUser
let helper: SignedInUser
let other: SignedInUser
let medical: string
let uniform: string
let water: string
let pharmacy: string
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
  // Neither is a dormitory supervisor: who scans at a station needs no role.
  helper = await backend.signInAs('T3001')
  other = await backend.signInAs('T1001')
  medical = await saveStation({ name: '体检', scanners: helper.code })
  uniform = await saveStation({ name: '领军训服', comesAfter: '体检', scanners: 'T1001\nt3001' })
  pharmacy = await saveStation({ name: '领药', comesAfter: '体检', scanners: helper.code })
  water = await saveStation({ name: '领水', repeats: '1', scanners: helper.code })
})
afterAll(() => backend.close())

const save = async (values: object, { id = '', version = '' } = {}) =>
  (
    await office.post('/api/manage/stations/save', {
      id,
      version,
      values: {
        order: '1',
        nameEn: '',
        comesAfter: '',
        repeats: '0',
        scanners: '',
        ...values,
      },
    })
  ).body
const saveStation = async (values: object): Promise<string> => {
  const body = await save(values)
  expect(body).toMatchObject({ code: '0' })
  return body.id
}
const now = () => backend.clock.now().getTime()
const instant = (ms = now()) => new Date(ms).toISOString()
const scan = async (
  station: string,
  scanned: string,
  { by = helper, at = now(), age }: { by?: SignedInUser; at?: number; age?: number } = {},
) =>
  (
    await by.post(
      '/api/stations/confirm',
      { station, scanned, scanTime: instant(at) },
      age === undefined ? {} : { 'words-age': String(age) },
    )
  ).body
const rosterOf = async (station: string, by = helper) =>
  (await by.post('/api/stations/roster', { station })).body
const figuresOf = async (id: string) =>
  (await office.post('/api/manage/stations/overview', {})).body.data.find(
    (one: { id: string }) => one.id === id,
  )
const admit = (codes: readonly string[]) =>
  backend.db
    .updateTable('student')
    .set({ checked_in_at: backend.clock.now() })
    .where('code', 'in', codes)
    .execute()
const newStudent = async () => {
  const [student] = await enrolStudents(backend, 1)
  if (student === undefined) throw new Error('nobody was enrolled')
  await admit([student.code])
  return student
}
const visitsOf = (code: string) =>
  backend.db
    .selectFrom('station_visit')
    .selectAll()
    .where('student_code', '=', code)
    .orderBy('scanned_at')
    .execute()

describe('stations of the arrival', () => {
  test('the staff of a station see its expected students, and nobody else does', async () => {
    const student = await newStudent()
    const { data } = await rosterOf(medical)
    expect(data.students.find((one: { stuCode: string }) => one.stuCode === student.code)).toEqual(
      expect.objectContaining({ name: student.name, isEnter: '0' }),
    )
    expect(data.keys).toEqual([expect.objectContaining({ kid: expect.any(String) })])
    expect(JSON.stringify(data)).not.toContain(student.id_card)
    expect(await rosterOf(medical, other)).toMatchObject({ msg: expect.stringContaining('不负责') })
    expect(await scan(medical, student.code, { by: other })).toMatchObject({
      msg: expect.stringContaining('不负责'),
    })
    expect(await visitsOf(student.code)).toEqual([])
    const mine = (await other.post('/api/stations/mine', {})).body.data
    expect(mine.map(({ name }: { name: string }) => name)).toEqual(['领军训服'])
  })

  test('a pass that is scanned by two people at once is recorded once, as verified', async () => {
    const { subject, token } = await enrolSignedInStudent(backend)
    await admit([subject])
    await backend.db
      .insertInto('dorm_place')
      .values({
        student_code: subject,
        type_name: '四人间',
        building: '紫荆苑3号楼',
        room: '601',
        bed: subject,
      })
      .execute()
    const phone = await createPassKeyPair()
    const { body } = await backend.post(
      '/api/binding/checkStuRegStatus',
      { key: toBase64url(phone.point) },
      { authorization: token },
    )
    const credential = fromBase64url(body.pass.credential) ?? new Uint8Array()
    const show = (counter: number) =>
      createSignedPassText(phone, { credential, at: now(), counter })
    await scan(medical, await show(1))
    const before = await figuresOf(uniform)
    const said = await Promise.all([
      scan(uniform, await show(2)),
      scan(uniform, await show(3), { by: other }),
    ])
    expect(said.map(({ msg }) => msg).sort()).toEqual(['登记成功', '该学生已确认'])
    const visits = await visitsOf(subject)
    expect(visits.map(({ verified }) => verified)).toEqual([true, true])
    expect(await figuresOf(uniform)).toEqual({ ...before, visited: before.visited + 1 })
  })

  test('a station that comes before is named, and a scan that waited without a network is recorded out of order', async () => {
    const student = await newStudent()
    expect(await scan(uniform, student.code)).toMatchObject({ msg: '请先完成：体检' })
    const { data } = await rosterOf(uniform)
    expect(
      data.students.find((one: { stuCode: string }) => one.stuCode === student.code).barred,
    ).toBe('earlier-station')
    const before = await figuresOf(uniform)
    expect(await scan(uniform, student.code, { at: now() - 600_000, age: 600 })).toMatchObject({
      code: '0',
      msg: '登记成功',
    })
    expect(await figuresOf(uniform)).toMatchObject({ outOfOrder: before.outOfOrder + 1 })
    // The phone of the other station delivers its scan later.
    expect(await scan(medical, student.code, { at: now() - 900_000, age: 900 })).toMatchObject({
      code: '0',
    })
    expect(await figuresOf(uniform)).toMatchObject({ outOfOrder: before.outOfOrder })
  })

  test('a scan that was refused because of the order stays refused when it is sent again later, until the station before has a record', async () => {
    const student = await newStudent()
    const at = instant()
    const send = async (age: number) =>
      (
        await helper.post(
          '/api/stations/confirm',
          { station: pharmacy, scanned: student.code, scanTime: at },
          { 'words-age': String(age), 'idempotency-key': crypto.randomUUID() },
        )
      ).body
    expect(await send(0)).toMatchObject({ msg: '请先完成：体检' })
    backend.clock.advance(600)
    expect(await send(600)).toMatchObject({ msg: '请先完成：体检' })
    await scan(medical, student.code)
    expect(await send(600)).toMatchObject({ code: '0', msg: '登记成功' })
  })

  test('a scan that waited without a network and was first refused for another reason is recorded when it is sent again', async () => {
    const student = await newStudent()
    const at = instant(now() - 600_000)
    const send = async (age: number) =>
      (
        await other.post(
          '/api/stations/confirm',
          { station: pharmacy, scanned: student.code, scanTime: at },
          { 'words-age': String(age), 'idempotency-key': crypto.randomUUID() },
        )
      ).body
    expect(await send(600)).toMatchObject({ msg: expect.stringContaining('不负责') })
    await backend.db
      .insertInto('station_staff')
      .values({ station_id: pharmacy, staff_code: other.code })
      .execute()
    backend.clock.advance(60)
    expect(await send(660)).toMatchObject({ code: '0', msg: '登记成功' })
  })

  test('a station that repeats records each visit, and two scans of one visit once', async () => {
    const student = await newStudent()
    expect(await scan(water, student.code)).toMatchObject({ msg: '登记成功' })
    expect(await scan(water, student.code)).toMatchObject({ msg: '该学生已确认' })
    backend.clock.advance(3600)
    expect(await scan(water, student.code)).toMatchObject({ msg: '登记成功' })
    expect(await visitsOf(student.code)).toHaveLength(2)
    const { data } = await rosterOf(water)
    expect(
      data.students.find((one: { stuCode: string }) => one.stuCode === student.code).isEnter,
    ).toBe('0')
  })

  test('a record is taken back by who made it, with a reason, and an older scan does not restore it', async () => {
    const student = await newStudent()
    await scan(medical, student.code)
    const [visit] = await visitsOf(student.code)
    const remove = async (by: SignedInUser) =>
      (await by.post('/api/stations/remove', { id: visit?.id, reason: '扫错人' })).body
    expect(await remove(other)).toMatchObject({ code: expect.not.stringMatching(/^0$/) })
    expect(await remove(helper)).toMatchObject({ code: '0' })
    expect(await visitsOf(student.code)).toMatchObject([
      { removed_by: helper.code, removed_reason: '扫错人' },
    ])
    expect(await scan(medical, student.code, { at: now() - 60_000, age: 60 })).toMatchObject({
      msg: '该登记已被撤销，请重新扫码',
    })
    backend.clock.advance(60)
    expect(await scan(medical, student.code)).toMatchObject({ msg: '登记成功' })
  })

  test('students who have withdrawn or are not admitted are refused', async () => {
    const [waiting] = await enrolStudents(backend, 1)
    const gone = await newStudent()
    await backend.db
      .updateTable('student')
      .set({ withdrawn_at: backend.clock.now() })
      .where('code', '=', gone.code)
      .execute()
    expect(await scan(medical, waiting?.code ?? '')).toMatchObject({
      msg: expect.stringContaining('报到资格审核'),
    })
    expect(await scan(medical, gone.code)).toMatchObject({ msg: '该学生已退学，不能登记' })
  })

  test('a student of an earlier year is not recorded, as the figures do not count them', async () => {
    const student = await newStudent()
    await backend.db
      .updateTable('student')
      .set({ entry_year: '2020' })
      .where('code', '=', student.code)
      .execute()
    expect(await scan(medical, student.code)).toMatchObject({ msg: '该学生不是本年新生，不能登记' })
    expect(await visitsOf(student.code)).toEqual([])
  })

  test('the order of stations cannot run in a circle, and a station that another one needs stays', async () => {
    const list = async () =>
      (await office.post('/api/manage/stations/list', { find: '', after: '0', id: '' })).body.data
    const row = (await list()).find(({ id }: { id: string }) => id === medical)
    expect(
      await save({ ...row.values, comesAfter: '领军训服' }, { id: medical, version: row.version }),
    ).toMatchObject({ msg: expect.stringContaining('循环') })
    expect(await save({ name: '新站', comesAfter: '没有的站' })).toMatchObject({
      msg: '没有名为“没有的站”的站点',
    })
    expect(await save({ name: '宿舍 报到' })).toMatchObject({
      msg: '“宿舍报到”专指宿舍的报到登记，请换一个名称',
    })
    expect(await save({ name: '新站', scanners: 'T9999' })).toMatchObject({
      msg: '没有工号为“T9999”的在职账号',
    })
    expect(
      (
        await office.post('/api/manage/stations/withdraw', {
          id: medical,
          version: row.version,
          reason: '不再需要',
        })
      ).body,
    ).toMatchObject({ msg: expect.stringContaining('领军训服') })
  })

  test('every record is exported, with those that were taken back', async () => {
    const response = await backend.fetch('/api/manage/exports/stations', {
      method: 'POST',
      headers: { authorization: office.token, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    })
    const text = await response.text()
    const stored = await backend.db.selectFrom('station_visit').select('id').execute()
    expect(text.trim().split('\n')).toHaveLength(stored.length + 1)
    expect(text).toContain('扫错人')
  })
})
