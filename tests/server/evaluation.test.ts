import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

interface Course {
  id: string
  courseName: string
  class: string
  teacher: string
  score: string
  status: string
  isCurrent: string
}

let backend: Backend
let student: SignedInUser
let current: string
let former: string
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
  const { body } = await student.post('/searchapi/wechat/student/querySemester', { q: '880001' })
  current = body.results.currentSem
  former = body.results.semesters[1]
})
afterAll(() => backend.close())

const list = async (semester: string, who = student): Promise<Course[]> =>
  (await who.post('/api/evaluation/findList', { stuNumber: '', semester })).body.results
const detail = async (id: string, who = student) =>
  (await who.post('/api/evaluation/findDetail', { stuNumber: '', id })).body.results
const save = (id: string, items: object[], who = student) =>
  who.post('/api/evaluation/save', { stuNumber: '', id, items })
const all = async (id: string, score: (index: number) => unknown) =>
  (await detail(id)).items.map((one: { id: string }, index: number) => ({
    id: one.id,
    score: score(index),
  }))

describe('the list of courses', () => {
  test('a course to evaluate has its seven keys, and the terms come from querySemester [EVA-11 EVA-06 TTB-11]', async () => {
    const courses = await list(current)
    expect(courses.length).toBeGreaterThan(5)
    for (const course of courses)
      expect(Object.keys(course).toSorted()).toEqual([
        'class',
        'courseName',
        'id',
        'isCurrent',
        'score',
        'status',
        'teacher',
      ])
    expect(await list('')).toEqual(courses)
  })

  test('the list of courses covers this term and another, evaluated and not evaluated [EVA-07 EVA-08 EVA-09 EVA-10]', async () => {
    const states = [...(await list(current)), ...(await list(former))].map(
      ({ isCurrent, status }) => isCurrent + status,
    )
    expect(new Set(states)).toEqual(new Set(['11', '10', '01', '00']))
    for (const { score, status } of [...(await list(current)), ...(await list(former))])
      expect(score).toMatch(status === '1' ? /^\d+\.\d$/ : /^$/)
  })

  test('another term has its own list of courses; an unknown term has an empty list [EVA-04]', async () => {
    expect(await list(former)).not.toEqual(await list(current))
    expect(await list('1999-2000学年第一学期')).toEqual([])
  })
})

describe('evaluating a course', () => {
  test('every question takes 1 to 10 points, the score is their average with one decimal, and evaluating again replaces it [EVA-05 EVA-11]', async () => {
    const open = (await list(current)).find(({ status }) => status === '0')
    const id = open?.id ?? ''
    const before = await detail(id)
    expect(before).toMatchObject({ id, score: '', class: open?.class, teacher: open?.teacher })
    expect(before.items.length).toBe(10)
    expect(
      before.items.every(
        (one: { score: unknown; content: string }) => one.score === null && one.content !== '',
      ),
    ).toBe(true)
    expect((await save(id, await all(id, (index) => (index === 0 ? 1 : 10)))).body).toEqual({
      code: '0',
    })
    expect(await detail(id)).toMatchObject({
      score: '9.1',
      items: expect.arrayContaining([expect.objectContaining({ score: 1 })]),
    })
    expect((await save(id, await all(id, () => '7'))).body).toEqual({ code: '0' })
    expect((await list(current)).find((one) => one.id === id)).toMatchObject({
      score: '7.0',
      status: '1',
    })
  })

  test('an evaluation with 0 or 11 points is refused with a message [EVA-05]', async () => {
    const [course] = await list(current)
    for (const bad of [0, 11, -1, 1.5, '', 'x', null]) {
      const said = await save(
        course?.id ?? '',
        await all(course?.id ?? '', (index) => (index === 3 ? bad : 5)),
      )
      expect([bad, said.status, said.body.code]).toEqual([bad, 422, '422'])
    }
    const eleven = await save(course?.id ?? '', await all(course?.id ?? '', () => 11))
    expect(eleven.body.msg).toBe('请打1到10分')
  })

  test('an evaluation must answer every question once, and no other questions [D-89]', async () => {
    const [course] = await list(current)
    const id = course?.id ?? ''
    const whole = await all(id, () => 5)
    const missing = await save(id, whole.slice(1))
    expect([missing.status, missing.body.msg]).toEqual([422, '必填哦'])
    expect((await save(id, [])).status).toBe(422)
    expect((await save(id, [...whole, whole[0]])).status).toBe(422)
    expect((await save(id, [...whole.slice(1), { id: 'other', score: 5 }])).status).toBe(422)
  })

  test('the evaluation of a course of another term can be read but not saved [EVA-09 EVA-10]', async () => {
    for (const wanted of ['0', '1']) {
      const id = (await list(former)).find(({ status }) => status === wanted)?.id ?? ''
      const before = await detail(id)
      expect((await save(id, await all(id, () => 5))).body).toEqual({
        code: '-1',
        msg: '只能评价本学期的课程',
      })
      expect(await detail(id)).toEqual(before)
    }
  })

  test('a student cannot read or save the evaluation of another class’s course [EVA-11]', async () => {
    const [course] = await list(current)
    const id = course?.id ?? ''
    const items = await all(id, () => 1)
    const other = await backend.signInAs('880002')
    const before = await detail(id)
    for (const one of [id, 'none']) {
      const read = await other.post('/api/evaluation/findDetail', { stuNumber: '', id: one })
      const saved = await save(one, items, other)
      const noData = { code: '-1', msg: '暂无数据' }
      expect([read.status, read.body]).toEqual([404, noData])
      expect([saved.status, saved.body]).toEqual([200, noData])
    }
    expect(await detail(id)).toEqual(before)
    expect(
      (await other.post('/api/evaluation/save', { stuNumber: '880001', id, items })).status,
    ).toBe(403)
  })

  test('two simultaneous saves of an evaluation leave one complete evaluation [EVA-11]', async () => {
    const [, course] = await list(current)
    const id = course?.id ?? ''
    const items = await Promise.all([3, 9].map((score) => all(id, () => score)))
    const said = await Promise.all(items.map((one) => save(id, one)))
    expect(said.map(({ body }) => body)).toEqual([{ code: '0' }, { code: '0' }])
    expect(['3.0', '9.0']).toContain((await detail(id)).score)
  })
})
