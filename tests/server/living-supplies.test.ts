import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { findDoneSteps } from '../support/backend/done-steps.ts'
import { suppliesFormBody } from '../support/backend/form-bodies.ts'

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

describe('living supplies', () => {
  const find = async (who: SignedInUser) =>
    (await who.post('/Livings/findReserve', { stuCode: '' })).body
  const add = async (who: SignedInUser, packageId?: string) =>
    (await who.post('/Livings/addReserve', suppliesFormBody(packageId))).body

  test('the reservation answer has the student with department and dormitory, or without a dormitory [LIV-03 D-52]', async () => {
    const finished = await backend.signInAs('990002')
    expect((await finished.post('/findStuInfo', { stuCode: '' })).body).toEqual({
      code: '0',
      data: {
        stuCode: 'S990002',
        stuNumber: '',
        name: '李明轩',
        deptName: '建筑工程学院',
        dormName: '紫荆苑3号楼',
        dormno: '412',
      },
    })
    expect((await student.post('/findStuInfo', { stuCode: '' })).body.data).toMatchObject({
      dormName: '',
      dormno: '',
    })
  })

  test('the living supplies have two catalogues with their own pictures [LIV-04 LIV-10]', async () => {
    const catalogue = async (packageType: string) =>
      (await student.post('/Livings/livingCost', { packageType })).body.results
    expect((await catalogue('1'))[0]).toEqual({
      id: '1',
      packageName: '床上用品',
      packagePrice: '398.00',
      packageType: '1',
      packageContent: '床垫、床单、被套、枕套、枕芯',
      photoPath: '/living/bedding.svg',
    })
    expect(await catalogue('2')).toHaveLength(6)
    expect(await catalogue('3')).toEqual([])
  })

  test('a reservation and its change are stored, and always include the mandatory packages [LIV-05 to LIV-07 LIV-11 LIV-12]', async () => {
    const finished = await backend.signInAs('990002')
    expect(await find(finished)).toEqual({ results: { packageId: '1,3,5' } })
    expect((await finished.post('/Livings/updateReserve', suppliesFormBody('4, 2'))).body).toEqual({
      results: 1,
    })
    expect(await find(finished)).toEqual({ results: { packageId: '1,2,3,4' } })
    expect(await add(finished, '')).toEqual({ results: 1 })
    expect(await find(finished)).toEqual({ results: { packageId: '1,3' } })
  })

  test('a package outside the student’s catalogue is refused [LIV-13 D-51]', async () => {
    const finished = await backend.signInAs('990002')
    for (const ids of ['21', '1,99', "1');--"])
      expect(await add(finished, ids)).toEqual({ results: 0, msg: '所选套餐不存在，请重新选择' })
    const international = await backend.signInAs('880002')
    await backend.db
      .insertInto('dorm_place')
      .values({
        student_code: international.code,
        type_name: '双人间',
        building: '留学生楼',
        room: '101',
        bed: '1',
      })
      .execute()
    expect(await add(international, '24')).toEqual({ results: 1 })
    expect(await find(international)).toEqual({ results: { packageId: '21,22,23,24' } })
  })

  test('a student without a room cannot reserve living supplies, except postgraduates [LIV-09 D-52]', async () => {
    expect(await add(student)).toEqual({ results: 0, msg: '请等待宿舍分配' })
    expect(await find(student)).toEqual({ results: null })
    const postgraduate = await backend.signInAs('990004')
    expect(await add(postgraduate)).toEqual({ results: 1 })
    expect(await findDoneSteps(postgraduate)).toContain(7)
  })
})
