import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmReservedBed, reserveBed } from '#server/features/dorm/store'
import { creditPayment } from '#server/features/payment/credit-payment'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear, type Payer, enrolPayer } from '../support/backend/payer.ts'
import { startServer, stopServer } from '../support/backend/server-process.ts'
import { GENEROUS_DATABASE_TIMEOUTS } from '../support/properties/property-run.ts'

// DORM_RUSH=10000 runs the complete rush with 2,000 beds, 10,000 students, and each server in its
// own process. The default is a tenth of that, with the servers in this process.
const RUSH = process.env['DORM_RUSH']

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend(RUSH === undefined ? {} : GENEROUS_DATABASE_TIMEOUTS)
})
afterAll(() => backend.close())
beforeEach(async () => {
  backend.clock.set(new Date())
  student = await backend.signInAs('990001')
  await backend.db
    .deleteFrom('dorm_choice')
    .where('student_code', 'in', ['S990001', 'S990003', 'S990005'])
    .execute()
  await backend.db.deleteFrom('step_done').where('student_code', '=', student.code).execute()
})

const DORM = '/api/dormitoryType'
const choose = async (who: SignedInUser, housetype: string, processId = '3') =>
  (await who.post(`${DORM}/insert`, { stuCode: '', housetype, processId })).body
const chosen = async (who: SignedInUser) =>
  (await who.post(`${DORM}/stuDormitoryType`, { stuCode: '' })).body
const types = async (who: SignedInUser) =>
  (await who.post(`${DORM}/QueryDormitoryType`, { stuCode: '' })).body.results
const remain = async (id: string) =>
  (await types(student)).find((one: { roomType: string }) => one.roomType === id).remain
const seconds = async (who: SignedInUser) =>
  (await who.post(`${DORM}/queryTime`, { stuCode: '', processId: 3 })).body.results
const isDone = async () =>
  (await student.post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })).body.results[2]
    .newStatus === '1'

describe('choosing a dormitory type', () => {
  test('the offered dormitory types have the number of free beds, and then the student’s own choice [DORM-06 DORM-07 DORM-10]', async () => {
    expect(await chosen(student)).toEqual({ code: '0', results: null })
    expect(await types(student)).toEqual([
      { roomType: '1', housetypeName: '双人间', remain: 2, price: '2400.00' },
      { roomType: '2', housetypeName: '四人间', remain: 40, price: '1200.00' },
      { roomType: '3', housetypeName: '六人间', remain: 60, price: '800.00' },
    ])
    expect(await choose(student, '1')).toEqual({ code: '0' })
    expect(await chosen(student)).toEqual({
      code: '0',
      results: { roomType: '1', housetypeName: '双人间', price: '2400.00' },
    })
    expect(await remain('1')).toBe(1)
  })

  test('a refused dormitory choice gives its reason in results [DORM-04 DORM-08]', async () => {
    expect(await choose(student, '9')).toEqual({
      code: '-1',
      results: '没有这个宿舍类型，请重新选择',
    })
    expect(await choose(student, '')).toMatchObject({ code: '422', results: '请选择宿舍类型' })
    expect(await choose(student, '2')).toEqual({ code: '0' })
    for (const type of ['2', '3'])
      expect(await choose(student, type)).toEqual({ code: '-1', results: '您已选择宿舍类型' })
    await choose(await backend.signInAs('990003'), '1')
    await choose(await backend.signInAs('990005'), '1')
    expect(await remain('1')).toBe(0)
    await backend.db.deleteFrom('dorm_choice').where('student_code', '=', student.code).execute()
    expect(await choose(student, '1')).toEqual({ code: '-1', results: '该宿舍类型已无余位' })
    // A student who already has this room is told so, even when no bed is free.
    expect(await choose(await backend.signInAs('990003'), '1')).toEqual({
      code: '-1',
      results: '您已选择宿舍类型',
    })
    expect(await choose(await backend.signInAs('990002'), '3')).toEqual({
      code: '-1',
      results: '您已选择宿舍类型',
    })
  })

  test('postgraduates cannot choose a dormitory [DORM-19]', async () => {
    const postgraduate = await backend.signInAs('990004')
    expect(await types(postgraduate)).toEqual([])
    expect(await choose(postgraduate, '2')).toEqual({
      code: '-1',
      results: '研究生无需选择宿舍类型',
    })
    expect(await seconds(postgraduate)).toBe(-1)
  })

  test('a student who has a room or has withdrawn can choose no dormitory and sees no countdown [DORM-08 D-49]', async () => {
    const housed = await enrolPayer(backend)
    const ask = async (housetype: string) =>
      (await housed.post(`${DORM}/insert`, { stuCode: '', housetype, processId: '3' })).body
    expect(await ask('2')).toEqual({ code: '0' })
    const place = { type_name: '四人间', building: '紫荆苑3号楼', room: '699', bed: '1' }
    const given = { ...place, student_code: housed.subject }
    await backend.db.insertInto('dorm_place').values(given).execute()
    expect((await housed.post(`${DORM}/queryTime`, { processId: 3 })).body.results).toBe(-1)
    const choices = backend.db.deleteFrom('dorm_choice')
    await choices.where('student_code', '=', housed.subject).execute()
    expect(await ask('2')).toEqual({ code: '-1', results: '您已选择宿舍类型' })
    await backend.db.deleteFrom('dorm_place').where('student_code', '=', housed.subject).execute()
    const students = backend.db.updateTable('student').where('code', '=', housed.subject)
    await students.set({ withdrawn_at: backend.clock.now() }).execute()
    expect(await ask('2')).toEqual({
      code: '-1',
      results: '您已放弃入学或退学，不能办理此项。如有疑问，请联系学校',
    })
    const chosen = backend.db.selectFrom('dorm_choice').where('student_code', '=', housed.subject)
    expect(await chosen.select('type_id').execute()).toEqual([])
  })

  test('choosing a dormitory completes its own step, and no other [D-34]', async () => {
    await choose(student, '2', '4')
    expect(await isDone()).toBe(false)
    await backend.db.deleteFrom('dorm_choice').where('student_code', '=', student.code).execute()
    await choose(student, '2')
    expect(await isDone()).toBe(true)
  })
})

describe('a bed reservation', () => {
  test('a bed reservation counts down by the server’s clock, and the bed is free again when the time is over [DORM-09 D-49]', async () => {
    expect(await seconds(student)).toBe(0)
    const before = await remain('1')
    await choose(student, '1')
    expect(await seconds(student)).toBeGreaterThan(1795)
    backend.clock.advance(600)
    expect(await seconds(student)).toBeLessThanOrEqual(1200)
    backend.clock.advance(1201)
    expect([await seconds(student), await remain('1')]).toEqual([0, before])
    expect((await chosen(student)).results).toBeNull()
    expect(await isDone()).toBe(false)
    expect(await choose(student, '3')).toEqual({ code: '0' })
    expect([await isDone(), (await chosen(student)).results.roomType]).toEqual([true, '3'])
  })

  test('the duration of a bed reservation is a setting', async () => {
    const short = await startBackend({ sharing: backend, env: { DORM_HOLD_SECONDS: '5' } })
    const who = await short.signInAs('990001')
    await choose(who, '2')
    expect(await seconds(who)).toBeLessThanOrEqual(5)
    short.clock.advance(6)
    expect(await seconds(who)).toBe(0)
    await short.close()
  })

  test('where nothing is paid online, no bed reservation waits for a payment [D-49]', async () => {
    const unpaid = await startBackend({ sharing: backend, env: { PAYMENT_PROVIDER: 'none' } })
    const who = await unpaid.signInAs('990001')
    await choose(who, '2')
    expect(await seconds(who)).toBe(-1)
    await unpaid.close()
  })

  test('a student who has a room, or has paid anything, sees no countdown [D-49]', async () => {
    expect(await seconds(await backend.signInAs('990002'))).toBe(-1)
    const payer = await backend.signInAs('990003')
    await choose(payer, '2')
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 100 })
      .where('student_code', '=', payer.code)
      .execute()
    expect(await seconds(payer)).toBe(-1)
  })

  test('a payment keeps the reserved bed; a payment after the reservation expired keeps it only while a bed is free [security 5]', async () => {
    await choose(student, '1')
    expect(await confirmReservedBed(backend.db, student.code, backend.clock.now())).toBe(true)
    backend.clock.advance(9999)
    expect([await seconds(student), (await chosen(student)).results.roomType]).toEqual([-1, '1'])
    const late = await backend.signInAs('990005')
    expect(await confirmReservedBed(backend.db, late.code, backend.clock.now())).toBe(false)
    await choose(late, '1')
    backend.clock.advance(9999)
    const places = backend.db.updateTable('dorm_type').where('id', '=', '1')
    await places.set((e) => ({ places: e('places', '-', 1) })).execute()
    expect([
      await remain('1'),
      await confirmReservedBed(backend.db, late.code, backend.clock.now()),
    ]).toEqual([0, false])
    await places.set((e) => ({ places: e('places', '+', 1) })).execute()
    expect(await confirmReservedBed(backend.db, late.code, backend.clock.now())).toBe(true)
    expect(await remain('1')).toBe(0)
  })
})

describe('a bed reservation that waits for no payment', () => {
  const setOff = (who: Payer, amount_fen = 1_980_000) =>
    backend.db
      .insertInto('scholarship')
      .values({
        student_code: who.subject,
        year: currentFeeYear(backend),
        amount_fen,
        offset_done: true,
      })
      .execute()
  const take = async (who: Payer, housetype: string) =>
    expect((await who.post(`${DORM}/insert`, { housetype, processId: '3' })).body).toEqual({
      code: '0',
    })
  const left = async (who: Payer) =>
    (await who.post(`${DORM}/queryTime`, { processId: 3 })).body.results
  const isKept = async (who: Payer) => {
    backend.clock.advance(9999)
    return (await who.post(`${DORM}/stuDormitoryType`)).body.results !== null
  }

  test('when all fees are offset the reserved bed is kept at once, unless the chosen room costs more than the offset covers [D-49 D-58]', async () => {
    const [covered, dearer] = [await enrolPayer(backend), await enrolPayer(backend)]
    for (const who of [covered, dearer]) await setOff(who)
    await take(covered, '2')
    await take(dearer, '1')
    expect([await left(covered), await left(dearer)]).toEqual([-1, expect.any(Number)])
    expect(await left(dearer)).toBeGreaterThan(1700)
    expect([await isKept(covered), await isKept(dearer)]).toEqual([true, false])
  })

  test('a bed whose fees are offset after the choice is kept when the student completes the payment step [D-34 D-49]', async () => {
    const who = await enrolPayer(backend)
    await take(who, '2')
    await setOff(who)
    expect(await left(who)).toBeGreaterThan(1700)
    expect((await who.post('/api/NewReports/addStatus', { processId: '5' })).body.results).toBe(
      true,
    )
    expect([await left(who), await isKept(who)]).toEqual([-1, true])
  })

  test('a bed is kept when the student chooses to pay the fees at school, before or after choosing the room [D-59]', async () => {
    const [before, after] = [await enrolPayer(backend), await enrolPayer(backend)]
    const settle = (who: Payer) =>
      who.post('/payment/payCarry', { year: String(currentFeeYear(backend)), processId: 5 })
    await settle(before)
    await take(before, '2')
    await take(after, '2')
    await settle(after)
    expect([
      await left(before),
      await left(after),
      await isKept(before),
      await isKept(after),
    ]).toEqual([-1, -1, true, true])
  })

  test('the bed reservation of a student whose year has no charges yet waits for a payment like any other', async () => {
    const who = await enrolPayer(backend)
    await backend.db.deleteFrom('charge').where('student_code', '=', who.subject).execute()
    await take(who, '2')
    expect(await left(who)).toBeGreaterThan(1700)
  })

  test('a student without a room charge owes the price of each newly chosen room, and nothing when the room is released [FEE-64]', async () => {
    const who = await enrolPayer(backend)
    const charges = backend.db
      .selectFrom('charge')
      .selectAll()
      .where('student_code', '=', who.subject)
    const rooms = async () =>
      (await charges.where('item', '=', '住宿费').execute()).map(({ due_fen }) => due_fen)
    await backend.db
      .deleteFrom('charge')
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .execute()
    const owed = async () => Number((await who.overview()).owefee)
    await take(who, '2')
    expect(await owed()).toBe(18_600 + 1200)
    backend.clock.advance(9999)
    await take(who, '3')
    expect([await owed(), await rooms()]).toEqual([18_600 + 800, [80_000]])
    const ordered = await who.order(500_000)
    expect(ordered.body.results.payParams.package).toMatch(/^prepay_id=/)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect([await owed(), await rooms()]).toEqual([18_600, []])
  })

  /** A student without a room charge who has chosen a room. */
  async function chooser(): Promise<Payer> {
    const who = await enrolPayer(backend)
    await backend.db
      .deleteFrom('charge')
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .execute()
    return who
  }
  const owed = async (who: Payer) => Number((await who.overview()).owefee)
  const rooms = async (who: Payer) => {
    const charges = backend.db
      .selectFrom('charge')
      .select('due_fen')
      .where('student_code', '=', who.subject)
    return (await charges.where('item', '=', '住宿费').execute()).map(({ due_fen }) => due_fen)
  }
  const finish = async (who: Payer) =>
    (await who.post('/api/NewReports/addStatus', { processId: '5' })).body

  test('an expired reservation of a chosen room appears in no list of charges and cannot be paid for [FEE-64 D-49]', async () => {
    const who = await chooser()
    await setOff(who, 1_860_000)
    await take(who, '2')
    expect([await owed(who), await finish(who)]).toEqual([
      1200,
      expect.objectContaining({ results: false }),
    ])
    const room = await backend.db
      .selectFrom('charge')
      .select('id')
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .executeTakeFirstOrThrow()
    backend.clock.advance(1801)
    const overview = (await who.post('/api/fees/open')).body
    expect([overview.owefee, overview.stuDorm]).toEqual(['0.00', null])
    const single = await who.order(120_000, { orderType: '3', regItemId: String(room.id) })
    for (const { body } of [single, await who.order(120_000)])
      expect(body).toEqual({ code: -1, msg: '暂无可缴费信息' })
    expect(await finish(who)).toMatchObject({ results: true })
    // Completing the payment step does not restore the lost bed without a payment.
    expect([await left(who), await owed(who)]).toEqual([0, 0])
  })

  test('a room chosen again after its reservation expired is charged once, and the year can be paid as a whole [FEE-64]', async () => {
    const who = await chooser()
    await take(who, '1')
    backend.clock.advance(1801)
    expect(await owed(who)).toBe(18_600)
    await take(who, '2')
    expect([await owed(who), await rooms(who)]).toEqual([18_600 + 1200, [120_000]])
    expect(await who.endPaymentSheet(await who.order(1_980_000), 'ok')).toBe(200)
    expect([await owed(who), (await who.overview()).isFee, await isKept(who)]).toEqual([
      0,
      '19800.00',
      true,
    ])
  })

  test('a late payment for a chosen room keeps the room, and pays its charge [security 5]', async () => {
    const who = await chooser()
    await take(who, '2')
    const ordered = await who.order(1_980_000)
    const { number } = await backend.db
      .selectFrom('pay_order')
      .select('number')
      .where('student_code', '=', who.subject)
      .executeTakeFirstOrThrow()
    expect(ordered.body.code).toBe(0)
    backend.clock.advance(1801)
    const taken = {
      type: 'paid' as const,
      number,
      transaction: `late-${number}`,
      amountFen: 1_980_000,
    }
    expect(
      await creditPayment(backend.db, { way: 'wechat', taken, now: backend.clock.now() }),
    ).toBe('credited')
    expect([await owed(who), (await who.overview()).isFee, await isKept(who)]).toEqual([
      0,
      '19800.00',
      true,
    ])
    const noted = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('order_number', '=', number)
      .execute()
    expect(noted).toEqual([])
  })

  test('a room that the campus charges after the student chose it is charged once [FEE-64]', async () => {
    const who = await chooser()
    await take(who, '2')
    const charge = {
      student_code: who.subject,
      year: currentFeeYear(backend),
      item: '住宿费',
      due_fen: 120_000,
      paid_fen: 0,
    }
    await backend.db.insertInto('charge').values(charge).execute()
    expect(await owed(who)).toBe(18_600 + 1200)
    expect(await who.endPaymentSheet(await who.order(1_980_000), 'ok')).toBe(200)
    expect([await owed(who), (await who.overview()).isFee]).toEqual([0, '19800.00'])
  })

  test('choosing to pay at school after the reservation expired restores the bed, and the payment slip lists it [FEE-64]', async () => {
    const who = await chooser()
    await take(who, '2')
    backend.clock.advance(1801)
    const { body } = await who.post('/payment/payCarry', {
      year: String(currentFeeYear(backend)),
      processId: 5,
    })
    expect([JSON.stringify(body).includes('1200.00'), await owed(who), await isKept(who)]).toEqual([
      true,
      18_600 + 1200,
      true,
    ])
  })

  test('giving up a room in the new year deletes its charge of the previous year [FEE-64]', async () => {
    const who = await chooser()
    await take(who, '2')
    await backend.db
      .updateTable('charge')
      .set((e) => ({ year: e('year', '-', 1) }))
      .where('student_code', '=', who.subject)
      .where('item', '=', '住宿费')
      .execute()
    await who.order(500_000)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect(await rooms(who)).toEqual([])
  })

  test('a chosen room that a payment has kept stays charged when a later order is cancelled [FEE-53 FEE-64]', async () => {
    const who = await chooser()
    await take(who, '2')
    expect(await who.endPaymentSheet(await who.order(500_000), 'ok')).toBe(200)
    await who.order(600_000)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect([await rooms(who), await owed(who), await isKept(who)]).toEqual([
      [120_000],
      18_600 + 1200 - 5000,
      true,
    ])
  })

  test('cancelling an order for a single fee leaves the bed unchanged [FEE-53]', async () => {
    const who = await enrolPayer(backend)
    await take(who, '2')
    const tuition = await backend.db
      .selectFrom('charge')
      .select(['id', 'due_fen'])
      .where('student_code', '=', who.subject)
      .where('item', '=', '学费')
      .executeTakeFirstOrThrow()
    const single = { orderType: '3', regItemId: String(tuition.id) }
    expect((await who.order(tuition.due_fen, single)).body.code).toBe(0)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect(await left(who)).toBeGreaterThan(1700)
  })

  test('cancelling a dormitory choice reopens its own step, and no other [FEE-53]', async () => {
    const who = await enrolPayer(backend)
    const steps = () =>
      backend.db.selectFrom('step_done').select('step_id').where('student_code', '=', who.subject)
    await take(who, '2')
    const other = { student_code: who.subject, step_id: 1, done_at: backend.clock.now() }
    await backend.db.insertInto('step_done').values(other).execute()
    expect((await steps().orderBy('step_id').execute()).map((one) => one.step_id)).toEqual([1, 3])
    await who.order(500_000)
    expect((await who.post('/payment/payCancel')).body).toEqual({ results: '1' })
    expect((await steps().execute()).map((one) => one.step_id)).toEqual([1])
  })

  test('a room charged by the campus stays charged when the student’s choice is cancelled [FEE-53]', async () => {
    const who = await enrolPayer(backend)
    await take(who, '2')
    await who.order(500_000)
    await who.post('/payment/payCancel')
    expect((await who.post('/api/fees/open')).body.stuDorm).not.toBeNull()
  })

  test('while the other fees of the year are unknown, a bed reservation still expires although a scholarship covers the room [D-58]', async () => {
    const who = await enrolPayer(backend)
    await backend.db.deleteFrom('charge').where('student_code', '=', who.subject).execute()
    await setOff(who)
    await take(who, '2')
    expect(await left(who)).toBeGreaterThan(1700)
  })
})

describe('a bed that two students could keep', () => {
  beforeEach(async () => {
    await backend.db.deleteFrom('dorm_type').where('id', '=', 'one').execute()
    const single = { id: 'one', name: '单间', price_fen: 1, places: 1 }
    await backend.db.insertInto('dorm_type').values(single).execute()
  })
  const take = (code: string, now: Date, seconds: number) =>
    reserveBed(backend.db, {
      student: code,
      type: 'one',
      now,
      heldUntil: new Date(now.getTime() + seconds * 1000),
    })
  const heldBy = async (code: string) =>
    (
      await backend.db
        .selectFrom('dorm_choice')
        .select('held_until')
        .where('student_code', '=', code)
        .executeTakeFirst()
    )?.held_until

  test('a payment made for an expired reservation does not take a bed that somebody else has reserved by now [security 5]', async () => {
    const began = backend.clock.now()
    const later = new Date(began.getTime() + 20_000)
    expect(await take('S990001', began, 10)).toBe('reserved')
    expect(await take('S990003', later, 600)).toBe('reserved')
    expect(await confirmReservedBed(backend.db, 'S990001', began)).toBe(false)
    expect(await heldBy('S990001')).not.toBeNull()
    expect(await confirmReservedBed(backend.db, 'S990003', later)).toBe(true)
    expect(await confirmReservedBed(backend.db, 'S990001', later)).toBe(false)
    // A second payment finds the bed already kept, although no bed is free.
    expect(await confirmReservedBed(backend.db, 'S990003', later)).toBe(true)
    expect(await heldBy('S990003')).toBeNull()
  })

  test('a bed reservation ends at the moment of its expiry [D-49]', async () => {
    const began = backend.clock.now()
    const over = new Date(began.getTime() + 10_000)
    expect(await take('S990001', began, 10)).toBe('reserved')
    expect(await take('S990003', over, 600)).toBe('reserved')
    expect(await confirmReservedBed(backend.db, 'S990001', over)).toBe(false)
  })

  test('a reserved bed of a withdrawn dormitory type can be kept until the reservation expires', async () => {
    const began = backend.clock.now()
    const later = new Date(began.getTime() + 20_000)
    expect(await take('S990001', began, 10)).toBe('reserved')
    const types = backend.db.updateTable('dorm_type').where('id', '=', 'one')
    await types.set({ withdrawn_at: began }).execute()
    expect(await confirmReservedBed(backend.db, 'S990001', later)).toBe(false)
    expect(await confirmReservedBed(backend.db, 'S990001', began)).toBe(true)
  })
})

describe('the rush for beds', () => {
  const STUDENTS = Number(RUSH ?? 1000)
  const PLACES = STUDENTS / 5
  const AT_ONCE = 64
  // The complete rush is not part of a usual run, and can take longer than the usual timeout on a
  // busy machine.
  const RUSH_MS = RUSH === undefined ? undefined : 1_800_000

  test(
    `${PLACES} beds, ${STUDENTS} students at once, two servers: exactly ${PLACES} beds are sold [D-48]`,
    async () => {
      const start = RUSH === undefined ? aServer : aProcess
      const [one, two] = [await start(), await start()]
      await backend.db
        .insertInto('dorm_type')
        .values({ id: 'rush', name: '抢', price_fen: 1, places: PLACES })
        .execute()
      const codes = await manyStudents()
      const asks = codes.flatMap((code, index) => (index % 10 === 0 ? [code, code] : [code]))
      const counts = new Map<string, number>()
      // A student repeats a request that was refused temporarily, or whose response was lost.
      let unheard = 0
      const ask = async (url: string, code: string): Promise<string | undefined> => {
        try {
          const response = await fetch(`${url}${DORM}/insert`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: code },
            body: JSON.stringify({ stuCode: code, housetype: 'rush', processId: '3' }),
          })
          const { code: said, results } = await response.json()
          if (response.status === 503) return undefined
          return said === '0' ? 'sold' : `${response.status} ${results}`
        } catch {
          unheard += 1
          return undefined
        }
      }
      const worker = async (url: string) => {
        for (let code = asks.pop(); code !== undefined; code = asks.pop()) {
          let outcome: string | undefined
          while ((outcome = await ask(url, code)) === undefined);
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        }
      }
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => worker(n % 2 ? one.url : two.url)),
      )
      const { held } = await backend.db
        .selectFrom('dorm_choice')
        .select((e) => e.fn.count<string>('student_code').as('held'))
        .where('type_id', '=', 'rush')
        .executeTakeFirstOrThrow()
      expect(Number(held)).toBe(PLACES)
      const sold = counts.get('sold') ?? 0
      expect(sold).toBeLessThanOrEqual(PLACES)
      expect(sold).toBeGreaterThanOrEqual(PLACES - unheard)
      expect(Object.keys(Object.fromEntries(counts)).toSorted()).toEqual(
        ['200 您已选择宿舍类型', '200 该宿舍类型已无余位', 'sold'].toSorted(),
      )
      expect(await remain('rush')).toBe(0)
      await Promise.all([one.close(), two.close()])
    },
    RUSH_MS,
  )

  const aServer = () => startBackend({ listen: true, sharing: backend })
  const aProcess = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baodao-rush-'))
    const program = await startServer({
      DATABASE_URL: backend.connectionString,
      DATA_DIR: folder,
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    })
    const close = async () => {
      await stopServer(program)
      rmSync(folder, { recursive: true })
    }
    return { url: program.url, close }
  }

  // Each student's token is their own code.
  async function manyStudents(): Promise<string[]> {
    await sql`insert into student (code, exam_number, id_card, name, gender, phone, major, major_code, department, class_name,
        entry_year, grade, enrolment, type, status)
      select 'R' || n, 'R' || n, lpad(n::text, 18, '1'), '测试生', '1', '13800000000', '', '', '', '', '2026', '2026', '2', '1', ''
      from generate_series(1, ${STUDENTS}::int) n`.execute(backend.db)
    const codes = Array.from({ length: STUDENTS }, (_, n) => `R${n + 1}`)
    const now = new Date()
    const session = (code: string) => ({
      token_hash: createHash('sha256').update(code).digest(),
      role: 'student' as const,
      code,
      open_id: null,
      created_at: now,
      used_at: now,
      ended_at: null,
    })
    for (let from = 0; from < STUDENTS; from += 1000)
      await backend.db
        .insertInto('session')
        .values(codes.slice(from, from + 1000).map(session))
        .execute()
    return codes
  }
})

test('the dormitory answer has the student’s assigned room, or no room [DORM-11 DORM-12]', async () => {
  const room = async (number: string) =>
    (await (await backend.signInAs(number)).post('/orientation/selectDormInfo')).body
  expect(await room('990002')).toEqual({
    data: { typeName: '四人间', dormName: '紫荆苑3号楼', dormno: '412', bedID: '2' },
  })
  expect(await room('990001')).toEqual({ data: null })
})
