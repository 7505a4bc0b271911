import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend.ts'
import { freshStudent } from '../support/students.ts'
import { way } from './way.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const TRAVEL = '/api/TravelInformation'
const year = Number(way()['startDate']?.slice(0, 4))

describe('the way to school', () => {
  test('none, then stored, then changed [TRV-04 TRV-05 TRV-06 TRV-10 to TRV-16]', async () => {
    const student = await backend.signInAs('990001')
    const find = async () => (await student.post(`${TRAVEL}/findBusInformation`)).body
    expect(await find()).toEqual({ results: null })
    await student.post(`${TRAVEL}/addBusInformation`, way())
    expect(await find()).toEqual({ results: { ...way(), stuCode: 'S990001' } })
    await student.post(
      `${TRAVEL}/updateBusInformation`,
      way({ schoolbusSite: '09:05', status: '0' }),
    )
    expect((await find()).results).toMatchObject({ schoolbusSite: '09:05', status: '0' })
  })

  test('the write marks its own step, and no other [D-34]', async () => {
    const student = await backend.signInAs('990003')
    const steps = async () =>
      (await student.post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })).body.results
        .filter((one: { newStatus: string }) => one.newStatus !== '0')
        .map((one: { processId: number }) => one.processId)
    await student.post(`${TRAVEL}/addBusInformation`, way({ processId: '5' }))
    expect(await steps()).toEqual([])
    await student.post(`${TRAVEL}/updateBusInformation`, way())
    expect(await steps()).toEqual([2])
  })

  test('the server repeats the checks of the form, by the year of its own clock [TRV-26 TRV-27]', async () => {
    const issue = async (change: Record<string, string>) =>
      (await (await backend.signInAs('990001')).post(`${TRAVEL}/updateBusInformation`, way(change)))
        .body.issues?.[0]?.message
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

  test('who starts there that day and is public sees the others, not themselves [TRV-32 TRV-33]', async () => {
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

  test('only public travellers from the same city on the same day, with four keys each [TRV-32 TRV-33]', async () => {
    const place = {
      startCity: '海南省,三沙市,西沙区',
      startDate: `${year}-08-29`,
      arriveDate: `${year}-08-31`,
    }
    const going = async (name: string, change: Record<string, string> = {}) => {
      const who = await freshStudent(backend)
      await backend.db
        .updateTable('student')
        .set({ name, gender: '1' })
        .where('code', '=', who.subject)
        .execute()
      const post = (path: string, body: object) =>
        backend.post(`${TRAVEL}/${path}`, body, { authorization: who.token })
      expect((await post('addBusInformation', way({ ...place, ...change }))).status).toBe(200)
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

  test('the own stored city and day count, whatever is asked for [security 8]', async () => {
    const elsewhere = await peers('990002', {
      stuCode: '',
      startCity: '湖南省,长沙市,岳麓区',
      startDate: `${year}-01-01`,
    })
    expect(elsewhere).toEqual(await peers('990002'))
  })

  test('who is not public sees nobody, and is seen by nobody, at once [TRV-34 D-47]', async () => {
    const companion = await backend.signInAs('990005')
    await companion.post(`${TRAVEL}/updateBusInformation`, way({ status: '0' }))
    expect(await peers('990005')).toEqual([])
    expect((await peers('990002')).map((one: { stuName: string }) => one.stuName)).not.toContain(
      '黄子涵',
    )
    expect(await peers('880001')).toEqual([])
  })

  test('asking on and on is limited [security 8]', async () => {
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

describe('the home page', () => {
  const ask = {
    appId: 'baodao',
    type: '1',
    status: '0',
    startTime: '2026-01-01 00:00:00',
    menu: '2',
  }
  const titles = async (number?: string, change = {}) => {
    const post = number === undefined ? backend.post : (await backend.signInAs(number)).post
    const { body } = await post('/wx/app/selectAllApp', { ...ask, ...change })
    return body.applicationList.map((one: { title: string }) => one.title)
  }

  test('an entry has its keys, and its group decides its place [HOME-13]', async () => {
    const { body } = await backend.post('/wx/app/selectAllApp', ask)
    expect(body.applicationList[0]).toEqual({
      title: '网上迎新',
      url: '/welcome',
      icon: 'map-pin-check',
      menu: '1',
      labelName: '状态',
      show: '1',
    })
    expect(
      new Set(body.applicationList.map((one: { labelName: string }) => one.labelName)),
    ).toEqual(new Set(['状态', '我的常用']))
  })

  test('all applications are fourteen [HOME-10]', async () => {
    const fourteen = [
      '成绩',
      '网上缴费',
      '缓交',
      '减免',
      '贷款',
      '课表',
      '学籍',
      '家庭信息',
      '校历',
      '缴费信息',
      '投诉建议',
      '学院简介',
      '全景校园',
      '院系介绍',
    ]
    expect(await titles('880001', { type: '0' })).toEqual(fourteen)
    expect(await titles(undefined, { type: '0' })).toEqual(fourteen)
  })

  test('all features are on the home page of a new student or of staff [HOME-11]', async () => {
    const all = new Set([...(await titles('990001')), ...(await titles('T2001'))])
    for (const title of [
      '网上缴费',
      '我的宿舍',
      '我的报到码',
      '转专业',
      '扫码报到',
      '在线客服',
      '成绩',
      '课表',
      '校历',
      '通知公告',
      '个人资料',
      '军训服装',
      '生活用品',
      '评教',
      '投诉建议',
      '全部应用',
      '照片采集',
    ])
      expect(all).toContain(title)
  })

  test('posts decide, and the token, not the menu asked for [HOME-15 HOME-16 D-22]', async () => {
    expect(await titles('T2001')).toContain('扫码报到')
    expect(await titles('T2001')).not.toContain('贷款审核')
    expect(await titles('T3001')).toEqual(expect.arrayContaining(['减免审核', '贷款审核']))
    expect(await titles('T1001')).not.toContain('扫码报到')
    expect(await titles('T1001')).not.toContain('成绩')
    expect(await titles(undefined)).not.toContain('扫码报到')
  })

  test('the English words of a post count as well [D-31]', async () => {
    await backend.db
      .updateTable('staff')
      .set({ post: 'Senior Dorm Supervisor' })
      .where('code', '=', 'T1001')
      .execute()
    expect(await titles('T1001')).toContain('扫码报到')
  })

  test('the transfer is for new undergraduates [HOME-21]', async () => {
    expect(await titles('990001')).toContain('转专业')
    for (const number of ['990004', '880001', undefined])
      expect(await titles(number)).not.toContain('转专业')
    backend.clock.set(`${year + 1}-03-01`)
    expect(await titles('990001')).not.toContain('转专业')
    backend.clock.set(new Date())
  })

  test('the list is asked for as the requirements say, by nobody, students and staff [HOME-12]', async () => {
    const wish = (menu: string) => ({
      appId: 'sandbox',
      type: '1',
      status: '0',
      startTime: '2026-09-01 08:00:00',
      menu,
    })
    const list = '/wx/app/selectAllApp'
    const nobody = await backend.post(list, wish('0'))
    const student = await (await backend.signInAs('880001')).post(list, wish('1'))
    const staff = await (await backend.signInAs('T2001')).post(list, wish('2'))
    const titlesOf = ({ body }: typeof nobody) =>
      body.applicationList.map(({ title }: { title: string }) => title)
    for (const one of [nobody, student, staff])
      expect([one.status, titlesOf(one).length > 3]).toEqual([200, true])
    expect(titlesOf(nobody)).not.toContain('扫码报到')
    expect(titlesOf(student)).toContain('成绩')
    expect(titlesOf(staff)).toContain('扫码报到')
  })

  test('what has not begun is left out [HOME-12]', async () => {
    await backend.db
      .updateTable('application')
      .set({ starts_at: new Date(Date.now() + 1e9) })
      .where('title', '=', '评教')
      .execute()
    expect(await titles('880001')).not.toContain('评教')
    await backend.db
      .updateTable('application')
      .set({ starts_at: new Date(0) })
      .where('title', '=', '评教')
      .execute()
    expect(await titles('880001')).toContain('评教')
  })
})

describe('the flow', () => {
  const flow = async (number: string) =>
    (
      await (
        await backend.signInAs(number)
      ).post('/api/proces/findProcess', { stuCode: '', enrollType: '' })
    ).body.results

  test('the steps in their order; postgraduates choose no dormitory [FLOW-03 FLOW-04 D-116]', async () => {
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

  test('a step is marked and taken back [FLOW-06 FLOW-07]', async () => {
    const student = await backend.signInAs('990001')
    const status = async () => (await flow('990001'))[3].newStatus
    const step = { stuCode: '', processId: '4' }
    expect((await student.post('/api/NewReports/addStatus', step)).body).toEqual({ results: true })
    expect(await status()).toBe('1')
    expect((await student.post('/api/proces/deleteStatus', step)).body).toEqual({ results: true })
    expect(await status()).toBe('0')
  })

  test('the payment step needs the money; a step that one does not have is refused [D-34]', async () => {
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

test('the assigned room, or none [DORM-11 DORM-12]', async () => {
  const room = async (number: string) =>
    (await (await backend.signInAs(number)).post('/orientation/selectDormInfo')).body
  expect(await room('990002')).toEqual({
    data: { typeName: '四人间', dormName: '紫荆苑3号楼', dormno: '412', bedID: '2' },
  })
  expect(await room('990001')).toEqual({ data: null })
})

describe('the timetable', () => {
  test('nine periods of seven days, long lessons cover the cells below [TTB-05 TTB-07 TTB-08 TTB-09 D-87]', async () => {
    const student = await backend.signInAs('880001')
    const { body } = await student.post('/stuTable', { stuNumber: '880001' })
    expect(body).toMatchObject({ code: '0', totalWeek: 20, sameEveryWeek: true })
    expect(Object.keys(body.data)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(Object.values<unknown[]>(body.data).every((cells) => cells.length === 7)).toBe(true)
    const tuesday = ['6', '7', '8', '9'].map((period) => body.data[period][1])
    expect(tuesday.slice(0, 3).map((one) => [one.courseName, one.rowSpan, one.isrowSpan])).toEqual([
      ['程序设计实验', 3, false],
      ['程序设计实验', 3, true],
      ['程序设计实验', 3, true],
    ])
    expect(tuesday[3]).toBeNull()
    expect(body.data['3'][1]).toEqual({
      courseName: '形势与政策',
      classRoomName: '明德楼报告厅',
      teacherName: '孙丽',
      rowSpan: 2,
      isrowSpan: false,
      weekLy: '1',
    })
  })

  test('the current week counts from the Monday of the term, in China [TTB-05]', async () => {
    const student = await backend.signInAs('880001')
    const { body } = await student.post('/stuTable', { stuNumber: '880001' })
    const week = async (days: number, hours = 0) => {
      backend.clock.set(
        new Date(Date.parse(`${body.startDate}T00:00:00+08:00`) + (days * 24 + hours) * 3600_000),
      )
      return (await (await backend.signInAs('880001')).post('/stuTable', { stuNumber: '880001' }))
        .body
    }
    expect([
      (await week(0)).currentWeek,
      (await week(6, 23)).currentWeek,
      (await week(7)).currentWeek,
    ]).toEqual([1, 1, 2])
    expect((await week(0)).yearTerm).toBe(body.yearTerm)
    expect((await week(-1)).yearTerm).not.toBe(body.yearTerm)
    backend.clock.set(new Date())
  })

  test('one week, and the terms [TTB-06 TTB-11]', async () => {
    const student = await backend.signInAs('880001')
    const week = await student.post('/stuTable', { stuNumber: '880001', currentweek: 3 })
    expect(Object.keys(week.body.data)).toHaveLength(9)
    const { body } = await student.post('/searchapi/wechat/student/querySemester', { q: '880001' })
    expect(body).toMatchObject({ code: '0', results: { currentSem: week.body.yearTerm } })
    expect(body.results.semesters.length).toBeGreaterThan(3)
  })
})
