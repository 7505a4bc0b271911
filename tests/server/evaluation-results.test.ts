import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredRecords } from '#server/features/privacy/retention'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

const TERM = '2026-2027学年第一学期'
const OPEN = '2026-12-01T00:00:00+08:00'
const CLOSED = '2026-12-15T00:00:00+08:00'

interface Result {
  id: string
  course: string
  class: string
  teacher: string
  courses: number
  counted: number
  enough: string
  answers: number
  students: number
  mean: string
  questions?: { content: string; mean: string; answers: number; counts: number[] }[]
}

let backend: Backend
let office: SignedInUser
let teacher: SignedInUser
let student: SignedInUser
let className: string
let classmates: string[]
let questions: string[]

beforeAll(async () => {
  backend = await startBackend()
  backend.clock.set('2026-11-20T10:00:00+08:00')
  office = await backend.signInAs('T5001')
  teacher = await backend.signInAs('T1001')
  student = await backend.signInAs('880001')
  const { db } = backend
  className = (
    await db
      .selectFrom('student')
      .select('class_name')
      .where('code', '=', student.code)
      .executeTakeFirstOrThrow()
  ).class_name
  classmates = (
    await db
      .selectFrom('student')
      .select('code')
      .where('code', '<>', student.code)
      .orderBy('code')
      .limit(12)
      .execute()
  ).map(({ code }) => code)
  questions = (
    await db.selectFrom('evaluation_question').select('id').orderBy('position').execute()
  ).map(({ id }) => id)
})
afterAll(() => backend.close())

// Each test has its own courses, periods and answers.
beforeEach(async () => {
  const { db, clock } = backend
  clock.set('2026-11-20T10:00:00+08:00')
  await sql`delete from evaluation_result`.execute(db)
  await sql`delete from evaluation`.execute(db)
  await sql`delete from evaluation_period`.execute(db)
  await sql`delete from taught_course`.execute(db)
})

const course = async (
  id: string,
  { name = '高等数学', who = '孙建国', number = 'T1001', of = className } = {},
) => {
  await backend.db
    .insertInto('taught_course')
    .values({
      id,
      class_name: of,
      term: TERM,
      course: name,
      teacher: who,
      teacher_code: number,
    })
    .execute()
  return id
}

/** Let classmates answer all questions at one moment: one classmate for each entry of `points`. */
const answer = async (id: string, points: readonly number[], at = '2026-12-05T10:00:00+08:00') => {
  const students = classmates.slice(0, points.length)
  await backend.db
    .insertInto('evaluation')
    .values(
      students.map((student_code) => ({ student_code, course_id: id, saved_at: new Date(at) })),
    )
    .execute()
  await backend.db
    .insertInto('evaluation_score')
    .values(
      students.flatMap((student_code, nth) =>
        questions.map((question_id) => ({
          student_code,
          course_id: id,
          question_id,
          score: points[nth] ?? 1,
        })),
      ),
    )
    .execute()
}

const savePeriod = (
  values: { term?: string; opensAt?: string; closesAt?: string } = {},
  row: { id: string; version: string } = { id: '', version: '' },
) =>
  office.post('/api/manage/evaluationPeriods/save', {
    id: row.id,
    version: row.version,
    values: {
      term: TERM,
      opensAt: '2026-12-01 00:00',
      closesAt: '2026-12-15 00:00',
      ...values,
    },
  })
const periods = async () =>
  (await office.post('/api/manage/evaluationPeriods/list', { find: '', after: '', id: '' })).body
    .data
const open = async (values = {}): Promise<string> => (await savePeriod(values)).body.id

const list = async (period: string, by = 'course', find = ''): Promise<Result[]> =>
  (await office.post('/api/manage/evaluationresults/list', { period, by, find, after: '' })).body
    .data
const find = (period: string, id: string, by = 'course', who = office) =>
  who.post('/api/manage/evaluationresults/find', { period, by, id })
const mine = async (who = teacher, period = '') =>
  (await who.post('/api/evaluation/mine', { period })).body
const exported = async (period: string, by = 'course') => {
  const response = await backend.fetch('/api/manage/exports/evaluation', {
    method: 'POST',
    headers: { authorization: office.token, 'content-type': 'application/json' },
    body: JSON.stringify({ period, by, format: 'csv' }),
  })
  return (await response.text()).replace('\uFEFF', '').trim().split('\r\n')
}

describe('the evaluation period', () => {
  const courses = async () =>
    (await student.post('/api/evaluation/findList', { stuNumber: '', semester: '' })).body
  const save = (id: string) =>
    student.post('/api/evaluation/save', {
      stuNumber: '',
      id,
      items: questions.map((one) => ({ id: one, score: 9 })),
    })

  test('without an evaluation period nobody can evaluate, and students are told so [EVA-13]', async () => {
    await course('a')
    expect((await courses()).period).toEqual({ state: 'none', opensAt: '', closesAt: '' })
    expect((await save('a')).body).toEqual({ code: '-1', msg: '本学期评教尚未开放' })
  })

  test('students are told when the evaluation period is open, and the server accepts answers only within it [EVA-13]', async () => {
    await course('a')
    await open()
    const period = { opensAt: '2026-12-01 00:00', closesAt: '2026-12-15 00:00' }
    expect((await courses()).period).toEqual({ state: 'soon', ...period })
    expect((await save('a')).body.msg).toBe(
      '评教尚未开放，开放时间为2026-12-01 00:00至2026-12-15 00:00',
    )
    backend.clock.set(OPEN)
    expect((await courses()).period).toEqual({ state: 'open', ...period })
    const detail = await student.post('/api/evaluation/findDetail', { stuNumber: '', id: 'a' })
    expect(detail.body.results.period).toEqual({ state: 'open', ...period })
    expect((await save('a')).body).toEqual({ code: '0' })
    backend.clock.set(CLOSED)
    expect((await courses()).period).toEqual({ state: 'closed', ...period })
    expect((await save('a')).body).toEqual({ code: '-1', msg: '评教已于2026-12-15 00:00结束' })
  })

  test('two evaluation periods of one term cannot overlap; a later period, or one of another term, is possible [EVA-12]', async () => {
    await open()
    const overlapping = await savePeriod({
      opensAt: '2026-12-14 23:59',
      closesAt: '2026-12-20 00:00',
    })
    expect(overlapping.body.msg).toBe('与本学期2026-12-01 00:00至2026-12-15 00:00的评教时间重叠')
    expect(
      (await savePeriod({ opensAt: '2026-12-15 00:00', closesAt: '2026-12-20 00:00' })).body.code,
    ).toBe('0')
    expect((await savePeriod({ term: '2025-2026学年第二学期' })).body.code).toBe('0')
  })

  test('an evaluation period that ends before it begins, lies in the past or before its term, or has no term is refused with a message [EVA-12]', async () => {
    const says = async (values: object) => (await savePeriod(values)).body.msg
    expect(await says({ closesAt: '2026-12-01 00:00' })).toBe('截止时间必须晚于开放时间')
    expect(await says({ opensAt: '2026-11-01 00:00', closesAt: '2026-11-20 10:00' })).toBe(
      '截止时间必须晚于现在',
    )
    expect(await says({ opensAt: '2026-08-01 00:00' })).toMatch(/^这个学期2026-09-0\d开始/)
    expect(await says({ term: '2031-2032学年第一学期' })).toBe('没有这个学期，请先新增学期')
    expect(await says({ opensAt: '' })).toBe('请填写完整的日期和时间')
  })

  test('an open evaluation period keeps its beginning and can be extended; a closed one cannot be changed, since its results might have been read [EVA-12]', async () => {
    await open()
    const row = async () => (await periods())[0]
    backend.clock.set('2026-12-02T10:00:00+08:00')
    expect((await savePeriod({ opensAt: '2026-12-03 00:00' }, await row())).body.msg).toBe(
      '评教已经开始，学期和开放时间不能修改',
    )
    const withdraw = async () => {
      const { id, version } = await row()
      const asked = { id, version, reason: '测试' }
      return (await office.post('/api/manage/evaluationPeriods/withdraw', asked)).body.msg
    }
    expect(await withdraw()).toBe('评教已经开始，不能停用；如需提前结束，请修改截止时间')
    expect((await savePeriod({ closesAt: '2026-12-16 00:00' }, await row())).body.code).toBe('0')
    backend.clock.set('2026-12-16T00:00:00+08:00')
    expect((await savePeriod({ closesAt: '2026-12-20 00:00' }, await row())).body.msg).toBe(
      '这次评教已经结束，结果已定，不能修改；如需再次评教，请新增一项',
    )
    expect(await withdraw()).toMatch('结果已定')
  })

  test('saving an evaluation period that a colleague has changed meanwhile is refused, and the log has both edits [EVA-12]', async () => {
    await open()
    const [seen] = await periods()
    await savePeriod({ closesAt: '2026-12-16 00:00' }, seen)
    const second = await savePeriod({ closesAt: '2026-12-17 00:00' }, seen)
    expect([second.status, (await periods())[0].values.closesAt]).toEqual([412, '2026-12-16 00:00'])
    const log = await backend.db
      .selectFrom('office_log')
      .select('action')
      .where('about', '=', `evaluationPeriods:${seen.id}`)
      .execute()
    expect(log).toHaveLength(2)
  })
})

describe('evaluation results', () => {
  test('evaluation results appear for the office and the teacher when the period closes, not a minute earlier [EVA-14]', async () => {
    await answer(await course('a'), [10, 9, 8, 7, 6])
    const period = await open()
    backend.clock.set('2026-12-14T23:59:00+08:00')
    expect(await list(period)).toEqual([])
    expect((await mine()).data).toEqual([])
    expect((await exported(period)).slice(1)).toEqual([])
    backend.clock.set(CLOSED)
    expect(await list(period)).toMatchObject([{ id: 'a', enough: '1', answers: 5, mean: '8.00' }])
  })

  test('evaluation results have the mean, the distribution and the number of answers, for each question and for all together [EVA-14]', async () => {
    await answer(await course('a'), [10, 10, 9, 4, 1])
    const period = await open()
    backend.clock.set(CLOSED)
    const { body } = await find(period, 'a')
    const { n } = await backend.db
      .selectFrom('student')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('class_name', '=', className)
      .executeTakeFirstOrThrow()
    expect(body.data).toMatchObject({
      course: '高等数学',
      class: className,
      teacher: '孙建国',
      answers: 5,
      students: Math.max(5, Number(n)),
      mean: '6.80',
    })
    expect(body.data.questions).toHaveLength(questions.length)
    for (const one of body.data.questions)
      expect(one).toMatchObject({
        answers: 5,
        mean: '6.80',
        counts: [1, 0, 0, 1, 0, 0, 0, 0, 1, 2],
      })
  })

  test('evaluation results with too few answers appear nowhere: not in a list, a sum, a table or the database [EVA-15]', async () => {
    await answer(await course('many'), [8, 8, 8, 8, 8])
    await answer(await course('few', { name: '离散数学' }), [1, 1, 1, 1])
    await course('none', { name: '大学物理' })
    const period = await open()
    backend.clock.set(CLOSED)
    const few = (await list(period)).find(({ id }) => id === 'few')
    expect(few).toMatchObject({ enough: '0', answers: 0, students: 0, mean: '' })
    expect(few).toMatchObject({
      ...(await list(period)).find(({ id }) => id === 'none'),
      id: 'few',
      course: '离散数学',
    })
    expect((await find(period, 'few')).body.data.questions).toEqual([])
    // If the sum included the few answers, subtracting the other course would reveal them.
    expect(await list(period, 'teacher')).toMatchObject([
      { id: 'T1001', courses: 3, counted: 1, answers: 5, mean: '8.00' },
    ])
    const own: Result[] = (await mine()).data
    expect(own.map(({ id, mean }) => [id, mean]).toSorted()).toEqual([
      ['T1001', '8.00'],
      ['few', ''],
      ['many', '8.00'],
      ['none', ''],
    ])
    const line = (await exported(period)).find((one) => one.includes('离散数学'))
    expect(line).toContain('答卷过少，不显示')
    expect(line).toMatch(/,{10,}$/)
    const { rows } = await sql<{ kept: string }>`
      select (to_jsonb(result) - 'students')::text as kept from evaluation_result as result where course_id in ('few', 'none')
      union all select to_jsonb(question)::text from evaluation_result_question as question where course_id = 'few'`.execute(
      backend.db,
    )
    expect(rows.map(({ kept }) => JSON.parse(kept))).toMatchObject([
      { answers: null, points: null, marks: null },
      { answers: null, points: null, marks: null },
    ])
  })

  test('evaluation results are final: a later answer, a deleted one, a withdrawn student or a lower minimum changes nothing [EVA-15]', async () => {
    await answer(await course('a'), [10, 9, 8, 7, 6])
    await answer(await course('few', { name: '离散数学' }), [1, 1, 1, 1])
    const period = await open()
    backend.clock.set(CLOSED)
    const before = [
      await list(period),
      await list(period, 'teacher'),
      (await find(period, 'a')).body,
    ]
    const { db } = backend
    await sql`delete from evaluation where student_code = ${classmates[0]}`.execute(db)
    await sql`update evaluation_score set score = 1`.execute(db)
    const lower = await startBackend({ sharing: backend, env: { EVALUATION_MIN_ANSWERS: '3' } })
    lower.clock.set(CLOSED)
    const elsewhere = await (
      await lower.signInAs('T5001')
    ).post('/api/manage/evaluationresults/list', { period, by: 'course', find: '', after: '' })
    await lower.close()
    expect([
      await list(period),
      await list(period, 'teacher'),
      (await find(period, 'a')).body,
    ]).toEqual(before)
    expect(elsewhere.body.data).toEqual(before[0])
  })

  test('results of a second evaluation period in a term are separate, and the first keeps its answers [EVA-14]', async () => {
    await course('a')
    const first = await open()
    const second = await open({ opensAt: '2026-12-15 00:00', closesAt: '2026-12-31 00:00' })
    await answer('a', [10, 10, 10, 10])
    const save = (score: number) =>
      student.post('/api/evaluation/save', {
        stuNumber: '',
        id: 'a',
        items: questions.map((id) => ({ id, score })),
      })
    backend.clock.set('2026-12-05T10:00:00+08:00')
    expect((await save(10)).body).toEqual({ code: '0' })
    backend.clock.set('2026-12-16T10:00:00+08:00')
    expect((await save(1)).body).toEqual({ code: '0' })
    expect(await list(first)).toMatchObject([{ answers: 5, mean: '10.00' }])
    backend.clock.set('2026-12-31T00:00:00+08:00')
    expect(await list(second)).toMatchObject([{ enough: '0' }])
  })

  test('evaluation results leave out a question with too few answers [EVA-15]', async () => {
    await answer(await course('a'), [10, 10, 10, 10, 10])
    await sql`delete from evaluation_score where question_id = ${questions[0]} and student_code = ${classmates[0]}`.execute(
      backend.db,
    )
    const period = await open()
    backend.clock.set(CLOSED)
    expect((await find(period, 'a')).body.data.questions).toHaveLength(questions.length - 1)
  })

  test('evaluation results are calculated once, however many requests arrive at once [EVA-15]', async () => {
    await answer(await course('a'), [10, 9, 8, 7, 6])
    const period = await open()
    backend.clock.set(CLOSED)
    const all = await Promise.all(Array.from({ length: 6 }, () => list(period)))
    for (const one of all) expect(one).toEqual(all[0])
    expect(all[0]).toHaveLength(1)
  })

  test('evaluation results can be searched by course, class, teacher and work number, page by page [EVA-14]', async () => {
    await course('a')
    await course('b', { name: '大学物理', who: '赵敏', number: '' })
    const period = await open()
    backend.clock.set(CLOSED)
    const found = async (text: string, by = 'course') =>
      (await list(period, by, text)).map(({ id }) => id)
    expect(await found('物理')).toEqual(['b'])
    expect(await found('孙')).toEqual(['a'])
    expect(await found('T1001', 'teacher')).toEqual(['T1001'])
    expect(await found('赵', 'teacher')).toEqual(['name:赵敏'])
    expect(await found('%')).toEqual([])
    expect((await found(className)).toSorted()).toEqual(['a', 'b'])
  })
})

describe('evaluation results for a teacher', () => {
  test('a teacher sees the results of their own courses, each and in total, and no results of colleagues [EVA-17]', async () => {
    await answer(await course('own'), [8, 8, 8, 8, 8])
    await answer(await course('second', { name: '离散数学' }), [6, 6, 6, 6, 6, 6])
    await answer(await course('namesake', { name: '大学物理', number: 'T9009' }), [1, 1, 1, 1, 1])
    await answer(await course('nameless', { name: '大学英语', number: '' }), [1, 1, 1, 1, 1])
    await open()
    backend.clock.set(CLOSED)
    const { data, periods: seen } = await mine()
    expect(seen).toMatchObject([{ term: TERM, state: 'closed' }])
    expect(data).toMatchObject([
      { id: 'T1001', courses: 2, answers: 11, mean: '6.91' },
      { id: 'second', answers: 6, mean: '6.00' },
      { id: 'own', answers: 5, mean: '8.00' },
    ])
    expect((await mine(await backend.signInAs('T2001'))).data).toEqual([])
  })

  test('a teacher is refused the office’s lists of evaluation results, and students are refused all results [EVA-17]', async () => {
    await answer(await course('own'), [8, 8, 8, 8, 8])
    const period = await open()
    backend.clock.set(CLOSED)
    for (const path of ['periods', 'list', 'find'])
      expect(
        (
          await teacher.post(`/api/manage/evaluationresults/${path}`, {
            period,
            by: 'course',
            id: 'own',
            find: '',
            after: '',
          })
        ).status,
      ).toBe(403)
    expect((await student.post('/api/evaluation/mine', { period: '' })).status).toBe(403)
  })

  test('a teacher is shown a future evaluation period without results [EVA-17]', async () => {
    await answer(await course('own'), [8, 8, 8, 8, 8])
    await open()
    expect(await mine()).toMatchObject({ periods: [{ state: 'soon' }], data: [], period: '' })
  })
})

test('the results table has a line for each question and one for all, by course or by teacher, and each download is logged [EVA-16]', async () => {
  await answer(await course('a'), [10, 10, 9, 4, 1])
  const period = await open()
  backend.clock.set(CLOSED)
  const [head, all, first, ...others] = await exported(period)
  expect(head).toMatch(/^学期,课程,班级,教师,教师工号,学生人数,答卷数,题目,平均分,1分,.*,10分$/)
  expect(all).toContain(`${TERM},高等数学,${className},孙建国,T1001,`)
  expect(all).toMatch(/,5,全部题目,6\.8,10,0,0,10,0,0,0,0,10,20$/)
  expect(first).toMatch(/,5,教师备课充分，内容熟练,6\.8,1,0,0,1,0,0,0,0,1,2$/)
  expect(others).toHaveLength(questions.length - 1)
  expect((await exported(period, 'teacher'))[1]).toContain('全部题目,6.8')
  const { details } = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'exports.evaluation')
    .orderBy('id', 'desc')
    .offset(1)
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ format: 'csv', rows: questions.length + 1 })
})

test('a student’s points are deleted after the retention period, and only once the results are calculated; that the student has evaluated stays recorded [EVA-18]', async () => {
  const { db, clock, settings } = backend
  await answer(await course('a'), [10, 9, 8, 7, 6])
  const scores = async () => (await db.selectFrom('evaluation_score').selectAll().execute()).length
  const forget = (days: number) =>
    deleteExpiredRecords(db, {
      retention: { ...settings.retention, 'evaluation-scores': days },
      now: clock.now(),
      dryRun: false,
    })
  const period = await open()
  clock.set('2026-12-14T10:00:00+08:00')
  await forget(1)
  expect(await scores()).toBe(5 * questions.length)
  clock.set(CLOSED)
  const before = await list(period)
  await forget(365)
  expect(await scores()).toBe(5 * questions.length)
  await forget(1)
  expect(await scores()).toBe(0)
  expect(await list(period)).toEqual(before)
  expect(await db.selectFrom('evaluation').selectAll().execute()).toHaveLength(5)
})
