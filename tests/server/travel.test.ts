import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { travelFormBody } from '../support/backend/form-bodies.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const TRAVEL = '/api/TravelInformation'
const year = Number(travelFormBody()['startDate']?.slice(0, 4))

describe('the way to school', () => {
  test('a travel record is empty at first, then stored, then changed [TRV-04 TRV-05 TRV-06 TRV-10 to TRV-16]', async () => {
    const student = await backend.signInAs('990001')
    const find = async () => (await student.post(`${TRAVEL}/findBusInformation`)).body
    expect(await find()).toEqual({ results: null })
    await student.post(`${TRAVEL}/addBusInformation`, travelFormBody())
    expect(await find()).toEqual({ results: { ...travelFormBody(), stuCode: 'S990001' } })
    await student.post(
      `${TRAVEL}/updateBusInformation`,
      travelFormBody({ schoolbusSite: '09:05', status: '0' }),
    )
    expect((await find()).results).toMatchObject({ schoolbusSite: '09:05', status: '0' })
  })

  test('saving travel completes its own step, and no other [D-34]', async () => {
    const student = await backend.signInAs('990003')
    const steps = async () =>
      (await student.post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })).body.results
        .filter((one: { newStatus: string }) => one.newStatus !== '0')
        .map((one: { processId: number }) => one.processId)
    await student.post(`${TRAVEL}/addBusInformation`, travelFormBody({ processId: '5' }))
    expect(await steps()).toEqual([])
    await student.post(`${TRAVEL}/updateBusInformation`, travelFormBody())
    expect(await steps()).toEqual([2])
  })

  test('the server repeats the form’s checks of the travel record, by the year of its own clock [TRV-26 TRV-27]', async () => {
    const issue = async (change: Record<string, string>) =>
      (
        await (
          await backend.signInAs('990001')
        ).post(`${TRAVEL}/updateBusInformation`, travelFormBody(change))
      ).body.issues?.[0]?.message
    expect(await issue({ startDate: `${year}-08-31`, arriveDate: `${year}-08-30` })).toBe(
      '到达日期不能早于出发日期',
    )
    expect(await issue({ startDate: `${year - 1}-08-30` })).toBe('请选择今年的日期')
    expect(await issue({ schoolbusSite: '24:00' })).toBe('内容填写有误')
    expect(await issue({ status: '2' })).toBe('请选择是否公开个人信息')
    backend.clock.set(`${year}-12-31T16:30:00Z`)
    expect(await issue({})).toBe('请选择今年的日期')
    backend.clock.set(new Date())
    expect(await issue({})).toBeUndefined()
  })
})

describe('fellow travellers', () => {
  const peers = async (number: string, body = {}) =>
    (await (await backend.signInAs(number)).post(`${TRAVEL}/peerRecommendations`, body)).body
      .results

  test('a student who shares their travel sees the others who start in the same city on that day, without themselves [TRV-32 TRV-33]', async () => {
    const found = await peers('990002')
    expect(found).toContainEqual({
      stuName: '黄子涵',
      gender: '2',
      mobilePhone: '13899000501',
      startDate: `${year}-08-30`,
    })
    expect(found.map((one: { stuName: string }) => one.stuName)).not.toContain('李明轩')
    expect(found.length).toBeLessThanOrEqual(50)
  })

  test('only students who share their travel, from the same city on the same day, are listed, with four keys each [TRV-32 TRV-33]', async () => {
    const place = {
      startCity: '海南省,三沙市,西沙区',
      startDate: `${year}-08-29`,
      arriveDate: `${year}-08-31`,
    }
    const going = async (name: string, change: Record<string, string> = {}) => {
      const who = await enrolSignedInStudent(backend)
      await backend.db
        .updateTable('student')
        .set({ name, gender: '1' })
        .where('code', '=', who.subject)
        .execute()
      const post = (path: string, body: object) =>
        backend.post(`${TRAVEL}/${path}`, body, { authorization: who.token })
      expect(
        (await post('addBusInformation', travelFormBody({ ...place, ...change }))).status,
      ).toBe(200)
      return async (): Promise<Record<string, string>[]> =>
        (await post('peerRecommendations', {})).body.results
    }
    const own = await going('自己')
    const like = await going('同行')
    await going('另一天', { startDate: `${year}-08-30` })
    await going('另一城', { startCity: '海南省,三沙市,南沙区' })
    await going('不公开', { status: '0' })
    const found = await own()
    expect(found.map(({ stuName }) => stuName)).toEqual(['同行'])
    expect(Object.keys(found[0] ?? {}).toSorted()).toEqual([
      'gender',
      'mobilePhone',
      'startDate',
      'stuName',
    ])
    expect(found[0]).toMatchObject({ gender: '1', startDate: `${year}-08-29` })
    expect((await like()).map(({ stuName }) => stuName)).toEqual(['自己'])
  })

  test('the list of fellow travellers uses the student’s stored city and day, whatever the request says [security 8]', async () => {
    const elsewhere = await peers('990002', {
      stuCode: '',
      startCity: '湖南省,长沙市,岳麓区',
      startDate: `${year}-01-01`,
    })
    expect(elsewhere).toEqual(await peers('990002'))
  })

  test('a student who stops sharing their travel sees nobody, and nobody sees them, at once [TRV-34 D-47]', async () => {
    const companion = await backend.signInAs('990005')
    await companion.post(`${TRAVEL}/updateBusInformation`, travelFormBody({ status: '0' }))
    expect(await peers('990005')).toEqual([])
    expect((await peers('990002')).map((one: { stuName: string }) => one.stuName)).not.toContain(
      '黄子涵',
    )
    expect(await peers('880001')).toEqual([])
  })

  test('one change of city or day is allowed for the list of fellow travellers each day; after a further change the list is shown tomorrow [security 8]', async () => {
    const student = await backend.signInAs('990003')
    const look = async (startCity: string, save = true) => {
      if (save) await student.post(`${TRAVEL}/updateBusInformation`, travelFormBody({ startCity }))
      const { body } = await student.post(`${TRAVEL}/peerRecommendations`)
      return Array.isArray(body.results) ? 'seen' : body.msg
    }
    const refusal = '出发城市或日期今天已更改过一次，新的同行信息请明天再查看'
    const [own, second, third] = ['广东省,东莞市', '广东省,广州市', '广东省,深圳市'] as const
    expect(await look(own)).toBe('seen')
    expect(await look(own, false)).toBe('seen')
    expect(await look(second)).toBe('seen')
    expect(await look(third)).toBe(refusal)
    expect(await look(own)).toBe(refusal)
    // The student changes back to the city last looked up, which does not count as a change.
    expect(await look(second)).toBe('seen')
    backend.clock.advance(24 * 3600)
    expect(await look(third)).toBe('seen')
    expect(await look(own)).toBe(refusal)
    backend.clock.advance(-24 * 3600)
  })

  test('repeated requests for fellow travellers are rate-limited [security 8]', async () => {
    const student = await backend.signInAs('990004')
    const statuses = await Promise.all(
      Array.from(
        { length: 62 },
        async () => (await student.post(`${TRAVEL}/peerRecommendations`)).status,
      ),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
