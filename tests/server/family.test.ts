import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { findDoneSteps } from '../support/backend/done-steps.ts'
import { householdFormBody } from '../support/backend/form-bodies.ts'

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

test('results[0] is the student, with all fields that the family cards show [FAM-08 PHO-02]', async () => {
  const { body } = await student.post('/api/NewReports/findInformation', {
    stuCode: student.code,
  })
  expect(body.results).toEqual([
    {
      stuCode: 'S990001',
      stuNumber: '',
      examNumber: '990001',
      stuName: '陈晓雨',
      gender: '2',
      idCard: '110101200801010015',
      idCardType: 'resident',
      stuPhone: '13899000101',
      enterSchoolYear: expect.stringMatching(/^\d{4}$/),
      grade: expect.stringMatching(/^\d{4}$/),
      deptName: '信息学院',
      majorName: '计算机科学与技术',
      className: expect.stringContaining('1班'),
      newPhotoPath: '',
    },
  ])
})

describe('the household', () => {
  const find = async () =>
    (await student.post('/api/NewReports/findFamily', { stuCode: student.code })).body
  const add = (body: object) => student.post('/api/NewReports/addNewReports', body)
  const update = (body: object) => student.post('/api/NewReports/updateNewReports', body)
  beforeEach(() =>
    backend.db.deleteFrom('household').where('student_code', '=', student.code).execute(),
  )

  test('a household is empty at first, then has the saved members, and a new list replaces them [FAM-09 to FAM-11 FAM-13 to FAM-20]', async () => {
    expect(await find()).toEqual({ results: [] })
    expect(
      (await add(householdFormBody({}, [{}, { guardian: '林芳', relation: '2' }]))).body,
    ).toEqual({
      results: true,
    })
    const { results } = await find()
    expect(results.map((one: { guardian: string }) => one.guardian)).toEqual(['陈建国', '林芳'])
    const record = JSON.parse(householdFormBody().info)[0]
    expect(results[0]).toEqual({ ...record, stuCode: student.code, memberId: expect.any(String) })
    expect(
      (
        await update(
          householdFormBody({ nativePlace: '海南省,儋州市' }, [
            { guardian: '林芳', relation: '2' },
          ]),
        )
      ).body.results,
    ).toBe(true)
    expect((await find()).results).toMatchObject([
      { guardian: '林芳', nativePlace: '海南省,儋州市' },
    ])
  })

  test('a household can be sent as a list or as JSON text; an empty one is refused [D-40]', async () => {
    const list = JSON.parse(householdFormBody().info)
    expect((await add({ info: list })).body).toEqual({ results: true })
    for (const info of ['[]', []]) {
      const said = await update({ info })
      expect([said.status, said.body]).toMatchObject([
        422,
        { results: false, msg: '家庭成员信息至少需要保留一位！' },
      ])
    }
    for (const info of ['{', '[1]', 'null', '"x"', 7])
      expect((await update({ info })).status).toBe(422)
    expect((await find()).results).toHaveLength(1)
  })

  test('an empty ID number keeps the stored one, if name and relation are unchanged [FAM-16]', async () => {
    await add(householdFormBody({}, [{ guardianidentifyId: '110101197001010011' }]))
    await update(
      householdFormBody({}, [{}, { guardian: '陈建国', relation: '3' }, { guardian: '林芳' }]),
    )
    const idNumbers = async () =>
      (await find()).results.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)
    expect(await idNumbers()).toEqual(['110101197001010011', '', ''])
    await update(householdFormBody({}, [{ guardianidentifyId: '110101197001010022' }]))
    expect(await idNumbers()).toEqual(['110101197001010022'])
  })

  test('a family member is identified by the campus’s id even when name and relation are corrected; a new member is sent without an id [FAM-16 D-40]', async () => {
    const known = { guardianidentifyId: '110101197001010011' }
    await add(householdFormBody({}, [known, { guardian: '林芳', relation: '2' }]))
    const [first, second] = (await find()).results
    expect(new Set([first.memberId, second.memberId]).size).toBe(2)
    const corrected = { guardian: '陈建囯', relation: '3', memberId: first.memberId }
    await update(
      householdFormBody({}, [
        { guardian: '陈小妹', relation: '3' },
        corrected,
        { guardian: '林芳', relation: '2' },
      ]),
    )
    const { results } = await find()
    expect(results.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)).toEqual([
      '',
      '110101197001010011',
      '',
    ])
    expect(results.map((one: { memberId: string }) => one.memberId)).toEqual([
      '2.0',
      first.memberId,
      second.memberId,
    ])
    // An invented or repeated id does not identify a member.
    await update(
      householdFormBody({}, [
        corrected,
        { ...corrected, guardian: '王五' },
        { guardian: '赵六', memberId: 'x' },
      ]),
    )
    const later = (await find()).results
    expect(later.map((one: { guardianidentifyId: string }) => one.guardianidentifyId)).toEqual([
      '110101197001010011',
      '',
      '',
    ])
    expect(new Set(later.map((one: { memberId: string }) => one.memberId)).size).toBe(3)
  })

  test('saving the household completes its own step, and no other [FAM-18 D-34]', async () => {
    await add(householdFormBody({ processId: '4' }))
    expect(await findDoneSteps(student)).toEqual([])
    await update(householdFormBody())
    expect(await findDoneSteps(student)).toEqual([1])
  })

  test('the server repeats the form’s checks of the household; a refusal is results: false [FAM-23 to FAM-33 FLOW-18 FLOW-19]', async () => {
    const message = async (change: Record<string, string>) => {
      const said = await add(householdFormBody(change))
      expect([said.status, said.body.results]).toEqual([422, false])
      return said.body.msg
    }
    expect(await message({ householdType: '' })).toBe('请选择户籍类型')
    expect(await message({ migrateStatus: '' })).toBe('请选择是否迁移户口')
    expect(await message({ nativePlace: '' })).toBe('请选择籍贯')
    expect(await message({ students: '' })).toBe('请选择生源地')
    expect(await message({ stuPhone: '' })).toBe('请输入手机号码')
    for (const wrong of ['11912345678', '1391234567', '139123456789'])
      expect(await message({ stuPhone: wrong })).toBe('请输入正确的手机号码')
    expect(await message({ guardian: '' })).toBe('请输入姓名')
    expect(await message({ relation: '001' })).toBe('请选择关系')
    expect(await message({ phone: '' })).toBe('请输入手机号码')
    expect(await message({ job: '' })).toBe('请输入职业')
    expect(await message({ workplace: '' })).toBe('请输入单位')
    expect(await message({ workplace: '很'.repeat(101) })).toBe('最多可以输入100个字符哦')
    const update = await student.post(
      '/api/NewReports/updateNewReports',
      householdFormBody({ job: '' }),
    )
    expect(update.body.results).toBe(false)
  })

  test('saving or reading somebody else’s household is refused [ID-47]', async () => {
    expect((await add(householdFormBody({ stuCode: 'S990002' }))).status).toBe(403)
  })
})
