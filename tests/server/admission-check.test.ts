import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBase64url } from '#contract/bytes'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
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
  const row = (one: typeof first, admitted: string) => ({
    考生号: one.exam_number ?? '',
    姓名: one.name,
    性别: '女',
    身份证号: one.id_card,
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
