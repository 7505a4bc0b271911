import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import type { Db } from '#server/platform/database/db'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { findDoneSteps } from '../support/backend/done-steps.ts'
import { uniformFormBody, GARMENT_SIZE_IDS } from '../support/backend/form-bodies.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  student = await backend.signInAs('990001')
  await backend.db.deleteFrom('step_done').where('student_code', '=', student.code).execute()
})

describe('the uniform', () => {
  const find = async (who = student) =>
    (await who.post('/api/uniSele/selebystu', { stuCode: '' })).body.results
  const add = async (body: object = uniformFormBody()) =>
    (await student.post('/api/uniSele/add', body)).body
  const stockOf = async (id: string) =>
    (
      await backend.db
        .selectFrom('uniform_size')
        .select('stock')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).stock
  beforeEach(async () => {
    await backend.db.deleteFrom('uniform_line').where('student_code', '=', student.code).execute()
    await backend.db.deleteFrom('uniform_order').where('student_code', '=', student.code).execute()
  })

  test('the uniform answer has the garments with their sizes, and the colours [UNI-09 UNI-10 UNI-13]', async () => {
    const { results } = (await student.post('/api/uniSele/sele')).body
    expect(results.map((one: { typeName: string }) => one.typeName)).toEqual([
      '上衣',
      '裤子',
      '帽子',
      '鞋',
    ])
    expect(results[0]).toMatchObject({
      id: '1',
      uniformSeletedEntity: expect.arrayContaining([
        { id: '104', size: '170', remark: '身高 170–175' },
      ]),
    })
    expect((await student.post('/api/uniSele/colo')).body).toEqual({
      results: [
        { color: '1', colourName: '军绿' },
        { color: '2', colourName: '迷彩' },
      ],
    })
  })

  test('a uniform order is empty at first, then has one record for each garment, and can be changed [UNI-08 UNI-11 UNI-12 UNI-14]', async () => {
    expect(await find()).toEqual([])
    expect(await add()).toEqual({ results: 1 })
    const results = await find()
    expect(results.map((one: { uniformSizeId: string }) => one.uniformSizeId)).toEqual(
      GARMENT_SIZE_IDS,
    )
    expect(results[0]).toEqual({
      id: '1',
      typeName: '上衣',
      uniformSizeId: '102',
      size: '160',
      color: '1',
      colourName: '军绿',
      remark: '',
      receiveStatus: '0',
    })
    const change = uniformFormBody(['101', '203', '301', '405'], { color: '2', remark: '偏瘦' })
    expect((await student.post('/api/uniSele/updateStuForm', change)).body).toEqual({ results: 1 })
    expect((await find())[0]).toMatchObject({ uniformSizeId: '101', color: '2', remark: '偏瘦' })
  })

  test('every garment needs one of its own sizes and an offered colour [UNI-06 UNI-07]', async () => {
    expect(await add(uniformFormBody(['102', '203', '301']))).toEqual({
      results: 0,
      msg: '请选择服装尺码',
    })
    expect(await add(uniformFormBody(['102', '103', '203', '301', '405']))).toMatchObject({
      results: 0,
    })
    expect(await add(uniformFormBody(['102', '203', '301', '999']))).toMatchObject({ results: 0 })
    expect((await add(uniformFormBody([]))).msg).toBe('请选择服装尺码')
    expect((await add(uniformFormBody(GARMENT_SIZE_IDS, { uniformSizeId: '' }))).msg).toBe(
      '请选择服装尺码',
    )
    expect((await add(uniformFormBody(GARMENT_SIZE_IDS, { color: '' }))).msg).toBe('请选择颜色')
    expect(await add(uniformFormBody(GARMENT_SIZE_IDS, { color: '9' }))).toMatchObject({
      results: 0,
    })
    expect(await find()).toEqual([])
  })

  test('a garment that was handed out cannot be changed [UNI-05 UNI-12 D-53]', async () => {
    const finished = await backend.signInAs('990002')
    const before = await find(finished)
    expect(before[0].receiveStatus).toBe('1')
    expect((await finished.post('/api/uniSele/updateStuForm', uniformFormBody())).body).toEqual({
      results: 0,
      msg: '服装已领取，不能修改',
    })
    expect(await find(finished)).toEqual(before)
  })

  test('an order with a size out of stock is refused and takes no stock; changing an order returns stock', async () => {
    const before = await stockOf('102')
    expect(await add(uniformFormBody(['102', '203', '301', '411']))).toEqual({
      results: 0,
      msg: '所选尺码缺货，请改选',
    })
    expect(await stockOf('102')).toBe(before)
    expect(await find()).toEqual([])
    await add()
    await add()
    expect(await stockOf('102')).toBe(before - 1)
    await add(uniformFormBody(['101', '203', '301', '405']))
    expect(await stockOf('102')).toBe(before)
  })

  test('the last piece of a size is ordered once, however many students request it, and its owner can keep it in a changed order', async () => {
    await backend.db.updateTable('uniform_size').set({ stock: 1 }).where('id', '=', '407').execute()
    const askers = await Promise.all(
      ['990001', '990003', '990004', '990005'].map((number) => backend.signInAs(number)),
    )
    const last = uniformFormBody(['102', '203', '301', '407'])
    const answers = await Promise.all(askers.map((one) => one.post('/api/uniSele/add', last)))
    expect(answers.filter(({ body }) => body.results === 1)).toHaveLength(1)
    expect(await stockOf('407')).toBe(0)
    const winner = askers[answers.findIndex(({ body }) => body.results === 1)]
    expect((await winner?.post('/api/uniSele/updateStuForm', last))?.body).toEqual({ results: 1 })
  })

  const whileOneIsWrittenDown = (work: (other: Db) => Promise<unknown>) =>
    backend.db.transaction().execute(async (other) => {
      await sql`lock table form_history in share mode`.execute(other)
      const adding = add()
      await waitUntil(async () => {
        const { rows } =
          await sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where not granted and datname = current_database()`.execute(backend.db)
        expect(rows).toHaveLength(1)
      })
      await work(other)
      return { adding }
    })

  test('while an order is being stored, no other order waits for its sizes', async () => {
    const order = await whileOneIsWrittenDown((other) =>
      sql`select from uniform_size where id = '102' for no key update nowait`.execute(other),
    )
    expect(await order.adding).toEqual({ results: 1 })
  })

  test('an order for a last piece that another student has taken is refused, and takes no stock', async () => {
    const [before, shoes] = [await stockOf('102'), await stockOf('405')]
    const stock = (other: Db, left: number) =>
      other.updateTable('uniform_size').set({ stock: left }).where('id', '=', '405').execute()
    const order = await whileOneIsWrittenDown((other) => stock(other, 0))
    const answer = await order.adding
    await stock(backend.db, shoes)
    expect(answer).toEqual({ results: 0, msg: '所选尺码缺货，请改选' })
    expect([await stockOf('102'), await find()]).toEqual([before, []])
  })

  test('the server marks the uniform step only when the payment is complete [FLOW-15 D-34]', async () => {
    await add()
    expect(await findDoneSteps(student)).toEqual([])
    await backend.db
      .insertInto('step_done')
      .values({ student_code: student.code, step_id: 5, done_at: new Date() })
      .execute()
    await add()
    expect(await findDoneSteps(student)).toEqual([4, 5])
  })

  test('for the uniform step an offset counts as paid, and an unpaid older year does not block the step [D-34 D-58]', async () => {
    const year = toChinaYear(backend.clock.now())
    const [charges, setOff] = [
      { item: '旧欠', due_fen: 100, paid_fen: 0 },
      { amount_fen: 1_980_000, offset_done: true },
    ]
    await backend.db
      .insertInto('charge')
      .values({ ...charges, student_code: student.code, year: year - 1 })
      .execute()
    await backend.db
      .insertInto('scholarship')
      .values({ ...setOff, student_code: student.code, year })
      .execute()
    await add()
    const done = await findDoneSteps(student)
    await backend.db.deleteFrom('scholarship').where('student_code', '=', student.code).execute()
    await backend.db.deleteFrom('charge').where('item', '=', charges.item).execute()
    expect(done).toEqual([4])
  })

  test('another student’s order line is refused [ID-47]', async () => {
    const mixed = {
      ...uniformFormBody(),
      formList: [
        ...uniformFormBody().formList.slice(0, 3),
        { ...uniformFormBody().formList[3], stuCode: 'S990002' },
      ],
    }
    expect((await student.post('/api/uniSele/add', mixed)).status).toBe(403)
  })
})
