import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('the timetable', () => {
  test('the timetable has nine periods on seven days, and a long lesson covers the cells below it [TTB-05 TTB-07 TTB-08 TTB-09 D-87]', async () => {
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

  test('the current week is counted from the term’s first Monday, by the day in China [TTB-05]', async () => {
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

  test('the timetable of one week and the list of terms can be requested [TTB-06 TTB-11]', async () => {
    const student = await backend.signInAs('880001')
    const week = await student.post('/stuTable', { stuNumber: '880001', currentweek: 3 })
    expect(Object.keys(week.body.data)).toHaveLength(9)
    const { body } = await student.post('/searchapi/wechat/student/querySemester', { q: '880001' })
    expect(body).toMatchObject({ code: '0', results: { currentSem: week.body.yearTerm } })
    expect(body.results.semesters.length).toBeGreaterThan(3)
  })
})
