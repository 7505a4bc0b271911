import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('fields of the identity calls', () => {
  const find = async (stuNumber: string, idCard: string) =>
    (await backend.post('/api/binding/findstu', { stuNumber, idCard, openId: '' })).body

  test('find-student returns the student’s record, and beside it token and stuIsReport [ID-17 ID-36 ID-37 ID-38 ID-39 ID-40]', async () => {
    const { results, token, stuIsReport } = await find('880001', '110101200601010019')
    expect(results).toMatchObject({
      stuCode: 'S880001',
      stuNumber: '880001',
      telephone: expect.stringMatching(/^1\d{10}$/),
      majorId: expect.stringMatching(/./),
      idCard: '110101200601010019',
      enrollType: '2',
      type: expect.not.stringMatching(/^3$/),
    })
    for (const key of ['name', 'majorName', 'enterSchoolYear', 'grade2'])
      expect(results[key], key).toMatch(/./)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(stuIsReport).toBe('true')
    const postgraduate = await find('990004', '110101200301010045')
    expect(postgraduate.results.enrollType).toBe('1')
  })

  test('a student’s own record has all fields that the onboarding pages show [ID-41 ID-42 ID-43]', async () => {
    const { post, code } = await backend.signInAs('990002')
    const { body } = await post('/api/NewReports/findInformation', { stuCode: code })
    const [own] = body.results
    for (const key of ['stuName', 'stuPhone', 'grade', 'deptName', 'className'])
      expect(own[key], key).toMatch(/./)
    expect(['1', '2']).toContain(own.gender)
    // Student 990002 has completed every step, including the photo.
    expect(own).toHaveProperty('newPhotoPath')
  })

  test('the staff sign-in returns the staff member, with type 3 [ID-44]', async () => {
    const { body } = await backend.post('/api/sys/login', {
      userCode: 'T2001',
      openId: '',
      password: 'campus-T2001',
    })
    expect(body.user).toMatchObject({ type: '3', userCode: 'T2001' })
    for (const key of ['userName', 'userId', 'deptName', 'post'])
      expect(body.user[key], key).toMatch(/./)
  })

  test('unbinding invalidates the token of a student or a staff member [ID-19]', async () => {
    const student = await backend.signInAs('990005')
    const gone = { idCard: '110101200801010058', type: '1', stuCode: student.code }
    expect((await student.post('/api/binding/cleanOpenId', gone)).body).toMatchObject({
      results: 1,
    })
    expect(
      (await student.post('/api/proces/findProcess', { stuCode: student.code, enrollType: '2' }))
        .status,
    ).toBe(401)
    const staff = await backend.signInAs('T1001')
    expect(
      (await staff.post('/api/binding/cleanOpenId', { userCode: staff.code, type: '3' })).body,
    ).toMatchObject({ results: 1 })
    expect(
      (await staff.post('/api/binding/cleanOpenId', { userCode: staff.code, type: '3' })).status,
    ).toBe(401)
  })

  test('the onboarding steps are listed in order, with five keys each [FLOW-05 FLOW-03]', async () => {
    const { post, code } = await backend.signInAs('990001')
    const { body } = await post('/api/proces/findProcess', { stuCode: code, enrollType: '2' })
    const ids = body.results.map((step: { processId: number | string }) => Number(step.processId))
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const step of body.results)
      expect(Object.keys(step)).toEqual(
        expect.arrayContaining(['processId', 'moduleName', 'urlName', 'skip', 'newStatus']),
      )
  })
})
