import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredRecordsOfKind } from '#server/features/privacy/store'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'

let backend: Backend
let office: SignedInUser
let finance: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs(DEMO_USER_BY_ROLE.admissions)
  finance = await backend.signInAs(DEMO_USER_BY_ROLE.finance)
})
afterAll(() => backend.close())

const FIELD = {
  order: '10',
  nameEn: '',
  fieldType: 'text',
  options: '',
  maxLength: '20',
  viewers: 'administrator,admissions',
  forStudent: '0',
}
const saveField = async (values: Record<string, string>, row = { id: '', version: '' }) =>
  (await office.post('/api/manage/studentFields/save', { ...row, values: { ...FIELD, ...values } }))
    .body
const EVERYBODY = { cohort: 'all', department: '', building: '', level: '', field: '', find: '' }
const list = async (who: SignedInUser, ask: object) =>
  (await who.post('/api/manage/studentlist/list', { ...EVERYBODY, after: '', ...ask })).body

/** A row of the file of students, for the student 990001 of the demo campus or a new one. */
const fileRow = (own: Record<string, string>) => ({
  考生号: 'OWN001',
  姓名: '赵自定',
  性别: '女',
  身份证号: '110101200803080029',
  学院: '信息学院',
  专业: '软件工程',
  专业代码: '080902',
  入学年份: String(toChinaYear(backend.clock.now())),
  培养层次: '本科',
  新生或在校: '新生',
  ...own,
})
const valuesOf = async (who: SignedInUser) =>
  (await who.post('/api/manage/studentlist/values', { student: 'SOWN001' })).body

describe('own fields of students', () => {
  beforeAll(async () => {
    await saveField({
      name: '民族',
      fieldType: 'choice',
      options: '汉族、藏族',
      forStudent: '1',
    })
    await saveField({ name: '毕业中学', viewers: 'administrator,admissions,finance' })
    await saveField({ name: '监护人电话', maxLength: '11' })
    await saveField({ name: '入团日期', fieldType: 'date' })
  })

  test('a choice without options, and a name that the file of students has already, are refused with a sentence', async () => {
    expect(JSON.stringify(await saveField({ name: '籍贯类型', fieldType: 'choice' }))).toContain(
      '单选字段须有1至100个选项',
    )
    expect((await saveField({ name: '手机号码' })).msg).toContain('学生文件已有这一列')
  })

  test('the import of students reads own fields by their names, checks them, says which it reads, and is undone with them', async () => {
    const importer = createImportRunner(backend)
    const wrong = await importer.dryRun('students', [
      fileRow({ 民族: '火星族', 入团日期: '昨天', 毕业中学: '长'.repeat(21) }),
    ])
    expect(wrong.refused).toEqual([
      ['民族', '只能填写：汉族 / 藏族'],
      ['入团日期', expect.any(String)],
      ['毕业中学', expect.stringContaining('20')],
    ])
    const good = await importer.dryRun('students', [
      fileRow({
        民族: '藏族',
        毕业中学: '拉萨中学',
        监护人电话: '13912345678',
        入团日期: '2023/5/4',
      }),
    ])
    expect([good.problem, good.refused]).toEqual(['', []])
    const shown = (await office.post('/api/manage/imports/one', { id: good.id })).body
    expect(shown.data.ownColumns).toEqual(['民族', '毕业中学', '监护人电话', '入团日期'])
    expect(await importer.apply('students', good.id)).toBe('applied')
    expect((await valuesOf(office)).data).toEqual([
      { id: '入团日期', name: '入团日期', value: '2023-05-04' },
      { id: '毕业中学', name: '毕业中学', value: '拉萨中学' },
      { id: '民族', name: '民族', value: '藏族' },
      { id: '监护人电话', name: '监护人电话', value: '139****5678' },
    ])
    const changed = await importer.dryRun('students', [fileRow({ 民族: '汉族', 毕业中学: '' })])
    expect(changed.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await importer.apply('students', changed.id)).toBe('applied')
    expect(await importer.takeBack('students', changed.id)).toBe('taken back')
    const back = (await valuesOf(office)).data
    expect(back).toContainEqual({ id: '民族', name: '民族', value: '藏族' })
    const same = await importer.dryRun('students', [fileRow({ 民族: '藏族' })])
    expect(same.counts).toMatchObject({ unchanged: 1, changed: 0 })
  })

  test('a role sees, filters by and exports only the fields that it may see, and revealing a number is logged', async () => {
    expect((await valuesOf(finance)).data).toEqual([
      { id: '毕业中学', name: '毕业中学', value: '拉萨中学' },
    ])
    expect(await list(office, { field: '民族', find: '藏族' })).toMatchObject({
      total: 1,
      data: [{ student: 'SOWN001' }],
    })
    expect(await list(office, { field: '毕业中学', find: '拉萨' })).toMatchObject({ total: 1 })
    expect(await list(office, { field: '毕业中学', find: '拉_' })).toMatchObject({ total: 0 })
    const hidden = await finance.post('/api/manage/studentlist/list', {
      ...EVERYBODY,
      after: '',
      field: '民族',
      find: '藏族',
    })
    expect(hidden.status).toBe(403)
    const reveal = (who: SignedInUser) =>
      who.post('/api/manage/studentlist/reveal', { student: 'SOWN001', what: '监护人电话' })
    expect((await reveal(finance)).status).toBe(403)
    expect((await reveal(office)).body.data).toBe('13912345678')
    const logged = await backend.db
      .selectFrom('office_log')
      .select(['action', 'about'])
      .where('action', 'in', ['studentlist.reveal', 'studentlist.search'])
      .orderBy('id')
      .execute()
    expect(logged.map(({ action }) => action)).toContain('studentlist.search')
    expect(logged.at(-1)).toEqual({ action: 'studentlist.reveal', about: 'student:SOWN001' })
    const file = async (who: SignedInUser) =>
      (
        await backend.fetch('/api/manage/exports/students', {
          method: 'POST',
          headers: { authorization: who.token, 'content-type': 'application/json' },
          body: JSON.stringify({ ...EVERYBODY, field: '毕业中学', find: '拉萨', format: 'csv' }),
        })
      ).text()
    expect(await file(office)).toMatch(/毕业中学.*民族/)
    expect(await file(office)).toContain('藏族')
    expect(await file(finance)).toContain('拉萨中学')
    expect(await file(finance)).not.toContain('藏族')
  })

  test('a number that is masked is found only as a whole, so that no filter reads it digit by digit', async () => {
    const totalOf = async (find: string) =>
      (await list(office, { field: '监护人电话', find })).total
    for (const part of ['1', '139', '5678', '3912345678', '1391234567'])
      expect([part, await totalOf(part)]).toEqual([part, 0])
    expect(await totalOf('13912345678')).toBe(1)
    const store = (value: string) =>
      backend.db
        .updateTable('student_field_value')
        .set({ value })
        .where('field_id', '=', '毕业中学')
        .execute()
    const other = async (find: string) => (await list(office, { field: '毕业中学', find })).total
    await store('拉萨中学 110101200803080029 E12345678 +85291234567')
    for (const part of ['110101200803080', '10101200803080029', '0029', 'E1234567', '+8529123456'])
      expect([part, await other(part)]).toEqual([part, 0])
    for (const whole of ['拉萨', '110101200803080029', 'E12345678', '+85291234567'])
      expect([whole, await other(whole)]).toEqual([whole, 1])
    await store('拉萨中学')
  })

  test('the audit log keeps no whole number by which a list was exported', async () => {
    const asked = { ...EVERYBODY, field: '监护人电话', find: '13912345678', format: 'csv' }
    const file = await backend.fetch('/api/manage/exports/students', {
      method: 'POST',
      headers: { authorization: office.token, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    })
    expect(await file.text()).toContain('13912345678')
    const { details } = await backend.db
      .selectFrom('office_log')
      .select('details')
      .where('action', '=', 'exports.students')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(details).toMatchObject({ rows: 1, filter: { find: '139****5678', field: '监护人电话' } })
  })

  test('the student sees the fields for students on the privacy page, and downloads all of them by name', async () => {
    const said = await backend.post('/api/binding/findstu', {
      stuNumber: 'OWN001',
      idCard: '110101200803080029',
      openId: '',
    })
    const asked = { authorization: said.body.token }
    const { body } = await backend.post('/api/privacy/mine', {}, asked)
    expect(body.fields).toEqual([{ name: '民族', value: '藏族' }])
    const data = await backend.fetch('/api/privacy/data', {
      method: 'POST',
      headers: { ...asked, 'content-type': 'application/json' },
      body: '{}',
    })
    const text = await data.text()
    expect(text).toContain('"field": "监护人电话"')
    expect(text).toContain('13912345678')
    expect(text).not.toContain('field_id')
  })

  test('a type that stored values do not fit is refused, and a field out of use is no longer read or shown', async () => {
    const row = (
      await office.post('/api/manage/studentFields/list', { find: '', after: '', id: '民族' })
    ).body.data[0]
    const narrowed = await saveField(
      { ...row.values, options: '汉族' },
      { id: row.id, version: row.version },
    )
    expect(narrowed.msg).toContain('不符合新的类型或选项')
    await office.post('/api/manage/studentFields/withdraw', {
      id: row.id,
      version: row.version,
      reason: '不再收集',
    })
    expect((await valuesOf(office)).data.map(({ id }: { id: string }) => id)).not.toContain('民族')
    expect((await list(office, { field: '民族', find: '藏族' })).total).toBeUndefined()
  })

  test('the retention of family data deletes the values of own fields', async () => {
    const later = new Date(backend.clock.now().getTime() + 2 * 86_400_000)
    const count = () =>
      backend.db
        .selectFrom('student_field_value')
        .select((e) => e.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    expect(await count()).toEqual({ count: '4' })
    await deleteExpiredRecordsOfKind(backend.db, 'family', { days: 1, now: later })
    expect(await count()).toEqual({ count: '0' })
  })
})
