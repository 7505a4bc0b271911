import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
})
beforeEach(async () => {
  await backend.db.deleteFrom('major_transfer').where('student_code', '<>', 'S990002').execute()
})
afterEach(() => backend.clock.set(new Date()))
afterAll(() => backend.close())

const REASON = '我想转到这个专业，因为'.repeat(10)
const requestBody = (change: object = {}) => ({
  stuCode: '',
  remark: REASON,
  majorIdOld: '080901',
  majorIdNew: '081001',
  ...change,
})
const insert = async (who = student, change: object = {}) =>
  (await who.post('/api/changeMajor/insert', requestBody(change))).body
const list = async (who = student, runningId = '') =>
  (await who.post('/api/changeMajor/findDetail', { stuCode: '', roleId: '', runningId })).body
    .findDetail
const choices = async (who = student, deptIdNew = '') =>
  (await who.post('/api/changeMajor/findStuInfo', { stuCode: '', deptIdNew })).body
const remove = async (runningId: string, who = student) =>
  (await who.post('/api/changeMajor/delete', { runningId })).body

describe('possible transfers', () => {
  test('all departments are listed at once, and the majors of the requested department [MAJ-13 MAJ-10]', async () => {
    const { code, data } = await choices()
    expect(code).toBe('0')
    expect(data.stuInfo).toMatchObject({
      deptNameOld: '信息学院',
      majorNameOld: '计算机科学与技术',
      majorIdOld: '080901',
    })
    expect(data.stuInfo.classNameOld).not.toBe('')
    expect(data.dept.map(({ deptName }: { deptName: string }) => deptName)).toContain('医学院')
    expect(data.major).toEqual([])
    expect((await choices(student, '02')).data.major).toEqual([
      { majorId: '081001', majorName: '土木工程' },
      { majorId: '082801', majorName: '建筑学' },
    ])
    // The list leaves out the student's own major.
    expect(
      (await choices(student, '01')).data.major.map(({ majorId }: { majorId: string }) => majorId),
    ).toEqual(['080703', '080902'])
    expect((await choices(student, 'none')).data.major).toEqual([])
  })

  test('science majors are closed to liberal-arts students, in the list and in the application [MAJ-07 D-92]', async () => {
    const liberal = await backend.signInAs('990003')
    const { data } = await choices(liberal)
    expect(data.dept.map(({ deptName }: { deptName: string }) => deptName)).toEqual([
      '文学院',
      '国际学院',
      '艺术学院',
    ])
    expect((await choices(liberal, '02')).data.major).toEqual([])
    expect(await insert(liberal, { majorIdOld: '050101', majorIdNew: '081001' })).toEqual({
      result: 0,
      message: '该专业不可选择',
    })
    expect(await insert(liberal, { majorIdOld: '050101', majorIdNew: '050301' })).toEqual({
      result: 1,
      message: '添加成功',
    })
  })

  test('students of arts majors cannot transfer at all [MAJ-07 D-92]', async () => {
    await backend.db
      .updateTable('student')
      .set({ major_code: '130502' })
      .where('code', '=', 'S990005')
      .execute()
    const artist = await backend.signInAs('990005')
    expect(await choices(artist)).toEqual({ code: '-1', message: '艺术类专业不能转专业' })
    expect(await insert(artist, { majorIdOld: '130502' })).toEqual({
      result: 0,
      message: '艺术类专业不能转专业',
    })
  })

  test('only this year’s new undergraduates can transfer [MAJ-14 D-92]', async () => {
    for (const number of ['990004', '880001']) {
      const other = await backend.signInAs(number)
      expect((await choices(other)).message).toBe('仅限当年入学的本科新生申请')
      expect(await insert(other, { majorIdOld: '' })).toEqual({
        result: 0,
        message: '仅限当年入学的本科新生申请',
      })
      expect(await list(other)).toEqual([])
    }
    backend.clock.set(`${toChinaYear(backend.clock.now()) + 1}-03-01`)
    expect(await insert(await backend.signInAs('990001'))).toMatchObject({ result: 0 })
  })
})

describe('applying for a transfer', () => {
  test('a transfer application is stored with its status [MAJ-14 MAJ-11 MAJ-15 MAJ-16 MAJ-18]', async () => {
    expect(await insert()).toEqual({ result: 1, message: '添加成功' })
    const [one, ...others] = await list()
    expect(others).toEqual([])
    expect(one).toMatchObject({
      deptNameOld: '信息学院',
      majorNameOld: '计算机科学与技术',
      deptIdNew: '02',
      deptNameNew: '建筑工程学院',
      majorIdNew: '081001',
      majorNameNew: '土木工程',
      applyStatus: '0',
      remark: REASON,
    })
    expect(one.runningId).not.toBe('')
    expect(await list(student, one.runningId)).toEqual([one])
    expect(await list(student, 'other')).toEqual([])
    expect(await list(await backend.signInAs('990003'), one.runningId)).toEqual([])
  })

  test('a transfer application needs a major, and a reason of at least a hundred characters after trimming [MAJ-08 MAJ-09]', async () => {
    const issue = async (change: object) => {
      const { status, body } = await student.post('/api/changeMajor/insert', requestBody(change))
      return [status, body.issues?.[0]?.message]
    }
    expect(await issue({ majorIdNew: '' })).toEqual([422, '请选择意向专业'])
    expect(await issue({ remark: '字'.repeat(99) })).toEqual([422, '最少应该输入100个字符哦'])
    expect(await issue({ remark: `${' '.repeat(30)}${'字'.repeat(99)} ` })).toEqual([
      422,
      '最少应该输入100个字符哦',
    ])
    expect(await issue({ majorIdOld: '100201' })).toEqual([422, '内容填写有误'])
    expect((await insert(student, { remark: '字'.repeat(100) })).result).toBe(1)
  })

  test('a transfer to an unknown major or to the student’s own major is refused [MAJ-14]', async () => {
    for (const majorIdNew of ['999999', '080901'])
      expect(await insert(student, { majorIdNew })).toEqual({
        result: 0,
        message: '该专业不可选择',
      })
  })

  test('a second transfer application is refused while the first is pending, even if both are sent at once [D-92]', async () => {
    const said = await Promise.all(
      ['081001', '082801', '100201'].map((majorIdNew) => insert(student, { majorIdNew })),
    )
    expect(said.filter(({ result }) => result === 1)).toHaveLength(1)
    expect(said.find(({ result }) => result === 0)).toEqual({
      result: 0,
      message: '您已有待审核的申请',
    })
    expect(await list()).toHaveLength(1)
  })

  test('a student can transfer once; after a rejection the student can apply again [D-92]', async () => {
    const finished = await backend.signInAs('990002')
    expect(await list(finished)).toMatchObject([{ applyStatus: '2' }])
    const change = { majorIdOld: '081001', majorIdNew: '080902' }
    expect((await insert(finished, change)).result).toBe(1)
    await backend.db
      .updateTable('major_transfer')
      .set({ status: '1' })
      .where('status', '=', '0')
      .execute()
    expect(await insert(finished, change)).toEqual({ result: 0, message: '在校期间只能转一次专业' })
  })
})

describe('changing a transfer', () => {
  test('a pending transfer application can be changed by its student only, and stays one application [MAJ-18]', async () => {
    await insert()
    const [{ runningId }] = await list()
    const other = { majorIdNew: '082801', remark: '字'.repeat(100), runningId }
    expect(await insert(student, other)).toEqual({ result: 1, message: '修改成功' })
    expect(await list()).toMatchObject([
      { runningId, majorIdNew: '082801', remark: '字'.repeat(100), applyStatus: '0' },
    ])
    expect(await insert(student, { ...other, majorIdNew: '999999' })).toEqual({
      result: 0,
      message: '该专业不可选择',
    })
    const otherStudent = await backend.signInAs('990003')
    expect(await insert(otherStudent, { ...other, majorIdOld: '' })).toMatchObject({ result: 0 })
    await backend.db
      .updateTable('major_transfer')
      .set({ status: '2' })
      .where('id', '=', runningId)
      .execute()
    expect(await insert(student, other)).toEqual({ result: 0, message: '修改失败' })
    expect(await list()).toMatchObject([{ runningId, majorIdNew: '082801', applyStatus: '2' }])
  })
})

describe('withdrawing a transfer', () => {
  test('a pending transfer application can be withdrawn [MAJ-12 MAJ-18]', async () => {
    await insert()
    const [{ runningId }] = await list()
    expect(await remove(runningId)).toEqual({ code: 1 })
    expect(await list()).toEqual([])
    expect(await remove(runningId)).toEqual({ code: 0, msg: '删除失败' })
    expect((await insert()).result).toBe(1)
  })

  test('a decided transfer application, or somebody else’s, cannot be withdrawn [MAJ-12]', async () => {
    await insert()
    const [{ runningId }] = await list()
    expect(await remove(runningId, await backend.signInAs('990003'))).toEqual({
      code: 0,
      msg: '删除失败',
    })
    for (const status of ['1', '2', '9']) {
      await backend.db
        .updateTable('major_transfer')
        .set({ status })
        .where('id', '=', runningId)
        .execute()
      expect(await remove(runningId)).toEqual({ code: 0, msg: '删除失败' })
      expect(await list()).toMatchObject([{ applyStatus: status }])
    }
    expect((await student.post('/api/changeMajor/delete', { runningId: '' })).status).toBe(422)
  })
})
