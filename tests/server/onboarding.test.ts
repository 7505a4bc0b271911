import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { uniformFormBody, travelFormBody } from '../support/backend/form-bodies.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('the onboarding flow', () => {
  const flow = async (number: string) =>
    (
      await (
        await backend.signInAs(number)
      ).post('/api/proces/findProcess', { stuCode: '', enrollType: '' })
    ).body.results

  test('the steps are listed in order, and postgraduates have no dormitory step [FLOW-03 FLOW-04 D-116]', async () => {
    const undergraduate = await flow('990001')
    expect(undergraduate.map((one: { urlName: string }) => one.urlName)).toEqual([
      'personalinformation',
      'schoolInformation',
      'selectdorm',
      'militaryTrainingClothing',
      'onlinefee',
      'checkin',
      'livinguse',
    ])
    expect(undergraduate.map((one: { skip: string }) => one.skip)).toEqual([
      '0',
      '1',
      '0',
      '1',
      '0',
      '0',
      '1',
    ])
    expect((await flow('990004')).map((one: { processId: number }) => one.processId)).toEqual([
      1, 2, 4, 5, 6, 7,
    ])
    expect(
      (await flow('990002')).every((one: { newStatus: string }) => one.newStatus === '1'),
    ).toBe(true)
  })

  test('a step can be marked as completed, and the mark can be removed [FLOW-06 FLOW-07]', async () => {
    const student = await backend.signInAs('990001')
    const status = async () => (await flow('990001'))[3].newStatus
    const step = { stuCode: '', processId: '4' }
    expect((await student.post('/api/NewReports/addStatus', step)).body).toEqual({ results: true })
    expect(await status()).toBe('1')
    expect((await student.post('/api/proces/deleteStatus', step)).body).toEqual({ results: true })
    expect(await status()).toBe('0')
  })

  test('the payment step cannot be completed without the payment, and a step that the student does not have is refused [D-34]', async () => {
    const complete = async (number: string, processId: string) =>
      (
        await (
          await backend.signInAs(number)
        ).post('/api/NewReports/addStatus', { stuCode: '', processId })
      ).body
    expect(await complete('990001', '5')).toEqual({ results: false, msg: '您还有费用未缴清' })
    expect(await complete('990002', '5')).toEqual({ results: true })
    expect(await complete('990004', '3')).toMatchObject({ results: false })
    expect(await complete('990001', 'x')).toMatchObject({ results: false })
  })
})

describe('which steps a student has', () => {
  const newOnly = '仅限当年新生办理'

  test('a continuing student has the payment steps only, and cannot mark another step [FLOW-13]', async () => {
    const student = await backend.signInAs('880001')
    const { results } = (
      await student.post('/api/proces/findProcess', { stuCode: '', enrollType: '' })
    ).body
    expect(results.map((one: { urlName: string }) => one.urlName)).toEqual(['onlinefee', 'checkin'])
    for (const processId of ['1', '2', '3', '4', '7'])
      for (const path of ['/api/NewReports/addStatus', '/api/proces/deleteStatus'])
        expect((await student.post(path, { stuCode: '', processId })).body.results).toBe(false)
    const marks = await backend.db
      .selectFrom('step_done')
      .select('step_id')
      .where('student_code', '=', student.code)
      .where('step_id', 'in', [1, 2, 3, 4, 7])
      .execute()
    expect(marks).toEqual([])
  })

  test('a continuing student cannot choose a bed, travel or uniform, which are for new students [FLOW-13]', async () => {
    const student = await backend.signInAs('880001')
    const bed = { housetype: '1', stuCode: '', processId: '3' }
    expect((await student.post('/api/dormitoryType/insert', bed)).body.results).toBe(newOnly)
    const types = await student.post('/api/dormitoryType/QueryDormitoryType', { stuCode: '' })
    expect(types.body).toMatchObject({ code: '0', results: [] })
    for (const path of ['addBusInformation', 'updateBusInformation'])
      expect((await student.post(`/api/TravelInformation/${path}`, travelFormBody())).body).toEqual(
        {
          results: false,
          msg: newOnly,
        },
      )
    for (const path of ['add', 'updateStuForm'])
      expect((await student.post(`/api/uniSele/${path}`, uniformFormBody())).body).toMatchObject({
        msg: newOnly,
      })
    for (const table of ['dorm_choice', 'travel', 'uniform_order'] as const)
      expect(
        await backend.db
          .selectFrom(table)
          .selectAll()
          .where('student_code', '=', student.code)
          .execute(),
      ).toEqual([])
  })
})
