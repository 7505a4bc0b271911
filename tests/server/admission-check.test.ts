import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBase64url } from '#contract/bytes'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'
import { enrolSignedInStudent, enrolStudent } from '../support/backend/students.ts'
import { createPassKeyPair } from '../support/offline/pass-keys.ts'

const OWN = '紫荆苑3号楼'
const NOT_CHECKED = { code: -1, msg: '该学生还没有通过报到资格审核，请先到报到处' }

let backend: Backend
let supervisor: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  supervisor = await backend.signInAs('T2001')
})
afterAll(() => backend.close())

const giveBed = (code: string) =>
  backend.db
    .insertInto('dorm_place')
    .values({ student_code: code, type_name: '四人间', building: OWN, room: '601', bed: code })
    .execute()

const checkedAtOf = async (code: string) =>
  (
    await backend.db
      .selectFrom('student')
      .select('checked_in_at')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).checked_in_at

/** Asks this backend for a pass and scans the student's number there. */
async function tryToArrive(at: Backend, { subject, token }: { subject: string; token: string }) {
  const phone = await createPassKeyPair()
  const pass = await at.post(
    '/api/binding/checkStuRegStatus',
    { key: toBase64url(phone.point) },
    { authorization: token },
  )
  const scan = await at.post(
    '/api/stuEnter/add',
    { stuCode: subject, scanTime: at.clock.now().toISOString() },
    { authorization: supervisor.token },
  )
  return { checked: pass.body.msg, pass: pass.body.pass !== undefined, scan: scan.body }
}

const withMode = (mode: string) =>
  startBackend({ sharing: backend, clock: backend.clock, env: { ADMISSION_CHECK: mode } })

describe('who may arrive', () => {
  test('without a setting a student whom nobody has checked gets no pass, and a scan is refused [ID-20 SCN-09]', async () => {
    const student = await enrolSignedInStudent(backend)
    await giveBed(student.subject)
    expect(await tryToArrive(backend, student)).toEqual({
      checked: '0',
      pass: false,
      scan: NOT_CHECKED,
    })
  })

  test('with ADMISSION_CHECK=none an unchecked student gets a pass and is accepted by a scan [ID-20 SCN-09]', async () => {
    const free = await withMode('none')
    const student = await enrolSignedInStudent(backend)
    await giveBed(student.subject)
    expect(await tryToArrive(free, student)).toMatchObject({
      checked: '1',
      pass: true,
      scan: { code: 0 },
    })
    await free.close()
  })

  test('with ADMISSION_CHECK=on-payment an unchecked student may arrive once the fees of the year are paid [ID-20 SCN-09]', async () => {
    const paying = await withMode('on-payment')
    const student = await enrolSignedInStudent(backend)
    await giveBed(student.subject)
    // A student without charges has not paid: the charges are not imported yet.
    expect(await tryToArrive(paying, student)).toMatchObject({ pass: false, scan: NOT_CHECKED })
    const { id } = await backend.db
      .insertInto('charge')
      .values({
        student_code: student.subject,
        year: toChinaYear(backend.clock.now()),
        item: '学费',
        due_fen: 500_000,
        paid_fen: 499_999,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await tryToArrive(paying, student)).toMatchObject({ pass: false, scan: NOT_CHECKED })
    await backend.db.updateTable('charge').set({ paid_fen: 500_000 }).where('id', '=', id).execute()
    expect(await tryToArrive(paying, student)).toMatchObject({
      checked: '1',
      pass: true,
      scan: { code: 0 },
    })
    await paying.close()
  })
})

test('the column 入学资格审核 of the student import checks students, leaves blank cells alone, and is undone with its import', async () => {
  const office = createImportRunner(backend)
  const [first, second] = [await enrolStudent(backend), await enrolStudent(backend)]
  const idCards = new Map([
    [first.code, '110101200803050022'],
    [second.code, '110101200803060044'],
  ])
  for (const [code, id_card] of idCards)
    await backend.db.updateTable('student').set({ id_card }).where('code', '=', code).execute()
  const row = (one: typeof first, admitted: string) => ({
    考生号: one.exam_number ?? '',
    姓名: one.name,
    性别: '女',
    身份证号: idCards.get(one.code) ?? '',
    学院: one.department,
    专业: one.major,
    专业代码: one.major_code,
    入学年份: one.entry_year ?? '',
    培养层次: '本科',
    新生或在校: '新生',
    入学资格审核: admitted,
  })
  const done = await office.dryRun('students', [row(first, '是'), row(second, '')])
  expect(done.refused).toEqual([])
  expect(done.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 0 })
  expect(await office.apply('students', done.id)).toBe('applied')
  const at = await checkedAtOf(first.code)
  expect(at).not.toBeNull()
  expect(await checkedAtOf(second.code)).toBeNull()
  const again = await office.dryRun('students', [row(first, '是')])
  expect(again.counts).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await office.takeBack('students', done.id)).toBe('taken back')
  expect(await checkedAtOf(first.code)).toBeNull()
})

describe('the office’s admission check', () => {
  const LIST = '/api/manage/admission/list'
  const CHECK_ALL = '/api/manage/admission/checkAll'
  const FIND = '/api/manage/admission/find'
  const SAVE = '/api/manage/admission/save'
  const ASKS = { cohort: 'new', building: '', withPapers: '0', withFees: '0', withSteps: '0' }
  let admissions: SignedInUser
  beforeAll(async () => {
    admissions = await backend.signInAs(DEMO_USER_BY_ROLE.admissions)
    await backend.db
      .insertInto('admission_paper')
      .values([
        { id: 'letter', name: '录取通知书', position: 1, is_required: true, withdrawn_at: null },
        { id: 'league', name: '团组织关系', position: 2, is_required: false, withdrawn_at: null },
      ])
      .execute()
  })

  /** Two new students of a department of their own. */
  const enrolPair = async (department: string) => {
    const pair = [await enrolStudent(backend), await enrolStudent(backend)] as const
    await backend.db
      .updateTable('student')
      .set({ department })
      .where(
        'code',
        'in',
        pair.map(({ code }) => code),
      )
      .execute()
    return pair
  }
  const list = async (ask: object) =>
    (await admissions.post(LIST, { ...ASKS, state: 'waiting', after: '', ...ask })).body

  test('the list shows the missing papers, steps and fees of each waiting student', async () => {
    const [one] = await enrolPair('甲学院')
    await backend.db
      .insertInto('charge')
      .values({
        student_code: one.code,
        year: toChinaYear(backend.clock.now()),
        item: '学费',
        due_fen: 500_000,
        paid_fen: 100_000,
      })
      .execute()
    const said = await list({ department: '甲学院' })
    expect(said.total).toBe(2)
    const row = said.data.find(({ student }: { student: string }) => student === one.code)
    expect(row).toMatchObject({ papers: ['录取通知书'], owed: 400_000, checkedAt: '' })
    expect(row.steps.length).toBeGreaterThan(0)
  })

  test('a desk finds a student by ID number, ticks off papers, and passes the student without a required paper with a note only', async () => {
    const [one] = await enrolPair('乙学院')
    const found = (await admissions.post(FIND, { find: one.id_card })).body
    expect(found.data).toMatchObject([{ about: { student: one.code }, received: [] }])
    expect(found.papers.map(({ name }: { name: string }) => name)).toEqual([
      '录取通知书',
      '团组织关系',
    ])
    const save = (more: object) =>
      admissions.post(SAVE, {
        student: one.code,
        received: ['league'],
        passed: '1',
        reason: '',
        ...more,
      })
    expect((await save({})).body).toMatchObject({
      code: '-1',
      msg: expect.stringContaining('说明'),
    })
    expect(await checkedAtOf(one.code)).toBeNull()
    expect((await save({ reason: '通知书随后邮寄' })).body).toMatchObject({ code: '0' })
    expect(await checkedAtOf(one.code)).not.toBeNull()
    const again = (await admissions.post(FIND, { find: one.exam_number })).body
    expect(again.data).toMatchObject([{ about: { papers: ['录取通知书'] }, received: ['league'] }])
    expect((await save({ passed: '0', reason: '误操作' })).body).toMatchObject({ code: '0' })
    expect(await checkedAtOf(one.code)).toBeNull()
    const log = await backend.db
      .selectFrom('office_log')
      .select(['reason'])
      .where('action', '=', 'admission.save')
      .where('about', '=', `student:${one.code}`)
      .orderBy('id')
      .execute()
    expect(log.map(({ reason }) => reason)).toEqual(['通知书随后邮寄', '误操作'])
  })

  test('a desk that read a student before another desk removes none of its papers, and does not take its check back', async () => {
    const [one] = await enrolPair('戊学院')
    const save = async (more: object) =>
      (
        await admissions.post(SAVE, {
          student: one.code,
          seen: [],
          passed: '0',
          wasPassed: '0',
          reason: '',
          ...more,
        })
      ).body
    expect(await save({ received: ['letter'], passed: '1' })).toMatchObject({ code: '0' })
    expect(await save({ received: ['league'], reason: '稍后再来' })).toMatchObject({
      code: '-1',
      msg: expect.stringContaining('重新查找'),
    })
    expect(await checkedAtOf(one.code)).not.toBeNull()
    expect(await save({ received: ['league'], passed: '1' })).toMatchObject({ code: '0' })
    const found = (await admissions.post(FIND, { find: one.exam_number })).body
    expect(found.data[0].received.toSorted()).toEqual(['league', 'letter'])
  })

  test('all students of a filter are checked at once, only those with all papers if asked, and each check is in the log', async () => {
    const [one, other] = await enrolPair('丙学院')
    await admissions.post(SAVE, {
      student: one.code,
      received: ['letter'],
      passed: '0',
      reason: '',
    })
    const ask = { ...ASKS, department: '丙学院', withPapers: '1', reason: '材料已核验' }
    expect((await admissions.post(CHECK_ALL, ask)).body).toMatchObject({ code: '0', checked: 1 })
    expect(await checkedAtOf(one.code)).not.toBeNull()
    expect(await checkedAtOf(other.code)).toBeNull()
    expect((await admissions.post(CHECK_ALL, ask)).body).toMatchObject({ code: '-1' })
    const logged = await backend.db
      .selectFrom('office_log')
      .select('details')
      .where('action', '=', 'admission.checkAll')
      .execute()
    expect(JSON.stringify(logged)).toContain(one.code)
    expect((await list({ department: '丙学院', state: 'checked' })).total).toBe(1)
  })

  test('a filter by class passes only its students, and a number of students that has changed since it was shown passes nobody', async () => {
    const [one, other] = await enrolPair('己学院')
    await backend.db
      .updateTable('student')
      .set({ class_name: '己班_2' })
      .where('code', '=', other.code)
      .execute()
    const ask = { ...ASKS, department: '己学院', reason: '学院已核验' }
    expect((await list({ department: '己学院', className: '己班_' })).total).toBe(1)
    expect((await list({ department: '己学院', className: '_班' })).total).toBe(0)
    const stale = (await admissions.post(CHECK_ALL, { ...ask, expected: 3 })).body
    expect(stale).toMatchObject({ code: '-1', msg: expect.stringContaining('现在是 2 人') })
    expect(await checkedAtOf(one.code)).toBeNull()
    const good = { ...ask, className: '己班_', expected: 1 }
    expect((await admissions.post(CHECK_ALL, good)).body).toMatchObject({ code: '0', checked: 1 })
    expect(await checkedAtOf(one.code)).toBeNull()
    expect(await checkedAtOf(other.code)).not.toBeNull()
  })

  test('the list is exported with the missing papers, fees and steps of each student', async () => {
    const [one] = await enrolPair('庚学院')
    await backend.db
      .insertInto('charge')
      .values({
        student_code: one.code,
        year: toChinaYear(backend.clock.now()),
        item: '学费',
        due_fen: 500_000,
        paid_fen: 100_000,
      })
      .execute()
    const file = await backend.fetch('/api/manage/exports/admission', {
      method: 'POST',
      headers: { authorization: admissions.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ASKS, department: '庚学院', state: 'waiting', format: 'csv' }),
    })
    const lines = (await file.text()).trim().split('\n')
    expect(lines).toHaveLength(3)
    const own = lines.find((line) => line.includes(one.exam_number ?? '-'))
    expect(own).toContain('录取通知书')
    expect(own).toContain('4000.00')
    expect(own).toContain('个人与家庭信息')
  })

  test('a file of two columns checks students who were imported before', async () => {
    const office = createImportRunner(backend)
    const [one, other] = await enrolPair('丁学院')
    const done = await office.dryRun('admission-checks', [
      { 学号或考生号: one.exam_number ?? '', 通过: '是' },
      { 学号或考生号: other.exam_number ?? '', 通过: '否' },
      { 学号或考生号: 'NOBODY1', 通过: '是' },
    ])
    expect(done.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 1 })
    const good = await office.dryRun('admission-checks', [
      { 学号或考生号: one.exam_number ?? '', 通过: '是' },
    ])
    expect(await office.apply('admission-checks', good.id)).toBe('applied')
    expect(await checkedAtOf(one.code)).not.toBeNull()
    expect(await office.takeBack('admission-checks', good.id)).toBe('taken back')
    expect(await checkedAtOf(one.code)).toBeNull()
  })
})
