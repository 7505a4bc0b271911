import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expandIdCard } from '#contract/id-card'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let office: ReturnType<typeof createImportRunner>
beforeAll(async () => {
  backend = await startBackend()
  office = createImportRunner(backend)
})
afterAll(() => backend.close())

const row = (number: string, idCard: string, changed: Readonly<Record<string, string>> = {}) => ({
  考生号: number,
  姓名: '测试生',
  性别: '女',
  身份证号: idCard,
  学院: '信息学院',
  专业: '计算机科学与技术',
  专业代码: '080901',
  入学年份: '2026',
  培养层次: '本科',
  新生或在校: '新生',
  ...changed,
})

async function importRows(rows: readonly Readonly<Record<string, string>>[]) {
  const dry = await office.dryRun('students', rows)
  expect(dry.refused).toEqual([])
  expect(await office.apply('students', dry.id)).toBe('applied')
  return dry
}

const stored = (number: string) =>
  backend.db
    .selectFrom('student')
    .select(['id_card', 'id_type', 'phone'])
    .where('exam_number', '=', number)
    .executeTakeFirstOrThrow()

describe('the import of students with other identity documents', () => {
  test('a file without the column of types recognizes each document by its number, and warns where it is not sure', async () => {
    const { warnings } = await importRows([
      row('28000001', 'H12345678', { 手机号: '+852 9123 4567' }),
      row('28000002', 'm1234567801'),
      row('28000003', '12345678'),
      row('28000004', 'E 1234 5678', { 手机号: '+886-912-345-678' }),
      row('28000005', 'FRA110088010101'),
      row('28000006', '11010119800101007X', { 性别: '男' }),
    ])
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((at) => stored(`2800000${at}`)))).toEqual([
      { id_card: 'H12345678', id_type: 'hk-macao-permit', phone: '+85291234567' },
      { id_card: 'M1234567801', id_type: 'hk-macao-permit', phone: '' },
      { id_card: '12345678', id_type: 'taiwan-permit', phone: '' },
      { id_card: 'E12345678', id_type: 'passport', phone: '+886912345678' },
      { id_card: 'FRA110088010101', id_type: 'permanent-residence', phone: '' },
      { id_card: '11010119800101007X', id_type: 'resident', phone: '' },
    ])
    expect(warnings).toEqual(
      ['港澳居民来往内地通行证', '台湾居民来往大陆通行证', '护照'].map((type) => [
        '身份证号',
        `按号码形式识别为“${type}”，其他证件也可能有这样的号码，请核对或填写“证件类型”`,
      ]),
    )
  })

  test('a given type is stored without a warning, and a later file without the column keeps it', async () => {
    const first = await importRows([
      row('28000011', '87654321', { 证件类型: '护照' }),
      row('28000012', 'H87654321', { 证件类型: '回乡证' }),
    ])
    expect(first.warnings).toEqual([])
    const again = await importRows([row('28000011', '87654321', { 姓名: '改名生' })])
    expect([again.warnings, (await stored('28000011')).id_type]).toEqual([[], 'passport'])
  })

  test('a number that does not have the form of its type is refused with a sentence, and so is a phone number without its country code', async () => {
    const { refused } = await office.dryRun('students', [
      row('28000021', 'E12345678', { 证件类型: '居民身份证' }),
      row('28000022', '1101011980010100', {}),
      row('28000023', '810000199413230021', {}),
      row('28000024', 'E12345679', { 手机号: '85291234567' }),
    ])
    expect(refused.map(([, says]) => says)).toEqual([
      expect.stringContaining('号码的形式与证件类型不符，请核对'),
      expect.stringContaining('也不是其他证件号码的形式'),
      expect.stringContaining('身份证号中的出生日期不存在'),
      expect.stringContaining('请带区号，例如 +852 91234567'),
    ])
  })
})

test('a student with a passport signs in with its number however it is typed, and one wrong character is refused', async () => {
  await importRows([row('28000031', 'E55566677', { 证件类型: '护照' })])
  const find = (idCard: string) =>
    backend.post('/api/binding/findstu', { stuNumber: '28000031', idCard, openId: '' })
  expect((await find('E55566678')).body.results).toBeUndefined()
  expect((await find(' e5556-6677 ')).body.results).toMatchObject({ stuCode: 'S28000031' })
})

test('a student whose record has the 15 digits of the old ID card signs in with the 18 digits of the new one', async () => {
  await importRows([row('28000032', '110101800101027')])
  const find = (idCard: string) =>
    backend.post('/api/binding/findstu', { stuNumber: '28000032', idCard, openId: '' })
  expect((await find(expandIdCard('110101800101027'))).body.results).toMatchObject({
    stuCode: 'S28000032',
  })
})

test('the office sees the type and the masked number of a document, finds its student by the whole number, and the log has it masked', async () => {
  await importRows([row('28000041', '24681357', { 证件类型: '台胞证' })])
  const staff = await backend.signInAs('T4001')
  const found = await staff.post('/api/manage/students/search', { find: '24681357', after: '' })
  expect(JSON.stringify(found.body)).toContain('S28000041')
  const { body } = await staff.post('/api/manage/students/open', { student: 'S28000041' })
  expect(body.data.person).toMatchObject({ idCard: '2****7', idType: 'taiwan-permit' })
  const log = await backend.db
    .selectFrom('office_log')
    .selectAll()
    .where('action', '=', 'students.search')
    .execute()
  expect(JSON.stringify(log)).toContain('2****7')
  expect(JSON.stringify(log)).not.toContain('24681357')
})

test('the admission desk finds a student by a document in any spelling, and the log has its number masked', async () => {
  await importRows([row('28000051', '97531864', { 证件类型: '台胞证' })])
  const staff = await backend.signInAs('T4001')
  const find = async (text: string) =>
    (await staff.post('/api/manage/admission/find', { find: text })).body.data
  expect(await find('9753-1864')).toMatchObject([{ about: { student: 'S28000051' } }])
  expect(await find('97531864')).toHaveLength(1)
  const log = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'admission.search')
    .execute()
  expect(log.map(({ details }) => details)).toEqual([
    { find: '9****4', found: 1 },
    { find: '9****4', found: 1 },
  ])
})

test('the cash-desk slip names the type of a document that is not a resident ID card', async () => {
  const student = await enrolSignedInStudent(backend)
  const readSlip = async () =>
    (
      await backend.post(
        '/payment/payCarry',
        { stuCode: '', year: '2026', processId: 5 },
        { authorization: student.token },
      )
    ).body.student
  expect(await readSlip()).not.toHaveProperty('idCardType')
  await backend.db
    .updateTable('student')
    .set({ id_card: 'E76543210', id_type: 'passport' })
    .where('code', '=', student.subject)
    .execute()
  expect(await readSlip()).toMatchObject({ idCard: 'E76543210', idCardType: 'passport' })
})

test('the log names a student number with letters that was searched for, and masks a passport that nobody has', async () => {
  await importRows([row('M280000061', '97531865', { 证件类型: '台胞证' })])
  const staff = await backend.signInAs('T4001')
  for (const find of ['M280000061', 'm280000061', 'E99988877'])
    await staff.post('/api/manage/students/search', { find, after: '' })
  const log = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'students.search')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(log.map(({ details }) => details).toReversed()).toEqual([
    { find: 'M280000061', found: 1 },
    { find: 'm280000061', found: 1 },
    { find: 'E****7', found: 0 },
  ])
})
