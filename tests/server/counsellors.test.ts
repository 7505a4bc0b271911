import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
let counsellor: SignedInUser
let admissions: SignedInUser
let own: SignedInUser
let foreign: SignedInUser
let OWN_CLASS = ''
let FOREIGN_CLASS = ''
beforeAll(async () => {
  backend = await startBackend()
  counsellor = await backend.signInAs('T8501')
  admissions = await backend.signInAs('T5001')
  own = await backend.signInAs('990001')
  foreign = await backend.signInAs('990005')
  OWN_CLASS = await classOf('S990001')
  FOREIGN_CLASS = await classOf('S990005')
})
afterAll(() => backend.close())

const classOf = async (code: string) =>
  (
    await backend.db
      .selectFrom('student')
      .select('class_name')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).class_name
const ask = async (verb: string, body: object, by = counsellor) =>
  (await by.post(`/api/manage/classes/${verb}`, body)).body
const ALL = { className: '', state: 'all', step: 0, find: '', after: '' }
const listed = async (more: object = {}, by = counsellor) => {
  const students: { student: string; className: string; absence?: object; request?: object }[] = []
  for (let after = ''; ;) {
    const said = await ask('list', { ...ALL, ...more, after }, by)
    students.push(...said.data)
    if (said.next === '') return students
    after = said.next
  }
}
const DAY = 24 * 3600 * 1000
const dayIn = (days: number) =>
  new Date(backend.clock.now().getTime() + 8 * 3600 * 1000 + days * DAY).toISOString().slice(0, 10)
const late = (more: object = {}) => ({
  student: 'S990001',
  kind: 'late',
  note: '火车停运',
  expectedOn: dayIn(5),
  seen: '',
  ...more,
})
const csv = async (body: object, by = counsellor) => {
  const answer = await backend.fetch('/api/manage/exports/classes', {
    method: 'POST',
    headers: { authorization: by.token, 'content-type': 'application/json' },
    body: JSON.stringify({ className: '', state: 'all', step: 0, format: 'csv', ...body }),
  })
  return answer.text()
}

test('a counsellor sees only the new students of their classes: in the overview, the list, the search, the phones, the history and the export', async () => {
  const classes = (await ask('overview', { className: '' })).classes.map(
    ({ name }: { name: string }) => name,
  )
  expect(classes).toContain(OWN_CLASS)
  expect(classes).not.toContain(FOREIGN_CLASS)
  const all = await listed()
  expect(all.map(({ student }) => student)).toContain('S990001')
  expect(all.filter(({ className }) => !classes.includes(className))).toEqual([])
  expect(await listed({ className: FOREIGN_CLASS })).toEqual([])
  expect(await listed({ find: '990005' })).toEqual([])
  expect(await listed({ find: '黄子涵' })).toEqual([])
  expect((await listed({ find: '990001' })).map(({ student }) => student)).toEqual(['S990001'])
  expect(
    (await ask('phones', { students: ['S990001', 'S990005'] })).data.map(
      ({ student }: { student: string }) => student,
    ),
  ).toEqual(['S990001'])
  expect((await ask('history', { student: 'S990005' })).code).toBe('-1')
  expect((await ask('record', late({ student: 'S990005' }))).code).toBe('-1')
  const table = await csv({})
  expect(table).toContain('陈晓雨')
  expect(table).not.toContain('黄子涵')
  expect(await csv({ className: FOREIGN_CLASS })).not.toContain('黄子涵')
  // The page of a student, the general search and the lists of the office are closed to them.
  for (const path of ['students/search', 'arrivals/list', 'progress/steps', 'arrivals/choices'])
    expect([path, (await counsellor.post(`/api/manage/${path}`, {})).status]).toEqual([path, 403])
})

test('a counsellor without classes sees nobody, and the office sees all classes', async () => {
  await backend.db.deleteFrom('staff_class').execute()
  expect(await listed()).toEqual([])
  expect(await ask('overview', { className: '' })).toMatchObject({ classes: [], office: '0' })
  await backend.db
    .insertInto('staff_class')
    .values(
      [...new Set([OWN_CLASS, await classOf('S990002')])].map((class_name) => ({
        staff_code: 'T8501',
        class_name,
      })),
    )
    .execute()
  const office = await listed({ find: '990005' }, admissions)
  expect(office.map(({ student }) => student)).toEqual(['S990005'])
})

test('a reason is recorded with date and person, stays in the history when another replaces it, and is shown in the lists of the office', async () => {
  expect((await ask('record', late({ expectedOn: undefined }))).msg).toBe('请选择预计报到日期')
  expect((await ask('record', late({ expectedOn: dayIn(-1) }))).msg).toBe(
    '预计报到日期不能早于今天',
  )
  expect((await ask('record', late())).code).toBe('0')
  const [first] = (await ask('history', { student: 'S990001' })).data
  expect(first).toMatchObject({
    kind: 'late',
    note: '火车停运',
    expectedOn: dayIn(5),
    by: '孙晓燕',
  })
  // Somebody who has not seen the record does not replace it.
  expect((await ask('record', late({ kind: 'leave' }), admissions)).msg).toBe(
    '其他人刚刚记录了这名学生的情况，请查看后再保存',
  )
  const leave = late({ kind: 'leave', note: '住院', expectedOn: dayIn(9), seen: first.id })
  expect((await ask('record', leave, admissions)).code).toBe('0')
  const history = (await ask('history', { student: 'S990001' })).data
  expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['leave', 'late'])
  const shown = { kind: 'leave', expectedOn: dayIn(9) }
  const filter = { cohort: 'new', department: '', building: '', after: '' }
  const office = async (path: string, more: object) =>
    (await admissions.post(path, { ...filter, ...more })).body.data.find(
      ({ student }: { student: string }) => student === 'S990001',
    )
  expect((await office('/api/manage/arrivals/list', { state: 'missing' })).absence).toEqual(shown)
  expect((await office('/api/manage/progress/list', { step: 1 })).absence).toEqual(shown)
  expect(await csv({ state: 'missing' })).toContain('请假')
  expect((await listed({ state: 'unexplained' })).map(({ student }) => student)).not.toContain(
    'S990001',
  )
  // A reason that no longer applies is replaced by none.
  const none = late({ kind: 'none', note: '', expectedOn: undefined, seen: history[0].id })
  expect((await ask('record', none)).code).toBe('0')
  expect(await office('/api/manage/arrivals/list', { state: 'missing' })).not.toHaveProperty(
    'absence',
  )
  const { details } = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'counsellors.record')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(details).toEqual({ absence: 'late', expectedOn: dayIn(5) })
})

test('a student asks for a late arrival, the counsellor grants another day, and the student sees the answer and gets a notice', async () => {
  const mine = async () => (await own.post('/api/lateArrivals/mine')).body
  const request = (more: object = {}) =>
    own.post('/api/lateArrivals/ask', { reason: '家中有事', expectedOn: dayIn(3), ...more })
  expect((await request({ expectedOn: dayIn(-1) })).body.msg).toBe('预计报到日期不能早于今天')
  expect((await request({ reason: '' })).body.code).not.toBe('0')
  expect((await request()).body.code).toBe('0')
  const [before] = (await mine()).data
  expect((await request({ reason: '家中有急事' })).body.code).toBe('0')
  // A counsellor cannot grant what they have not read.
  expect((await ask('answer', { id: before.id, granted: '1', answer: '' })).msg).toBe(
    '学生刚刚修改了这份申请，请查看后再答复',
  )
  const { data, canAsk } = await mine()
  expect(canAsk).toBe('1')
  expect(data).toMatchObject([{ reason: '家中有急事', expectedOn: dayIn(3), state: 'waiting' }])
  // The counsellor is told once.
  const told = await backend.db
    .selectFrom('notice')
    .select('content')
    .where('subject', '=', 'staff:T8501')
    .execute()
  expect(told).toHaveLength(1)
  expect(told[0]?.content).toContain('陈晓雨')
  expect((await listed({ state: 'requests' })).map(({ student }) => student)).toEqual(['S990001'])

  const answer = { id: data[0].id, granted: '1', answer: '注意安全', expectedOn: dayIn(4) }
  await backend.db.deleteFrom('staff_class').where('class_name', '=', OWN_CLASS).execute()
  expect((await ask('answer', answer)).code).toBe('-1')
  await backend.db
    .insertInto('staff_class')
    .values({ staff_code: 'T8501', class_name: OWN_CLASS })
    .execute()
  const both = await Promise.all([ask('answer', answer), ask('answer', answer, admissions)])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['-1', '0'])
  expect((await mine()).data).toMatchObject([{ state: 'granted', answer: '注意安全' }])
  const [student] = await listed({ find: '990001' })
  expect(student?.absence).toMatchObject({ kind: 'late', expectedOn: dayIn(4) })
  expect(student).not.toHaveProperty('request')
  const notices = await backend.db
    .selectFrom('notice')
    .select('content')
    .where('subject', '=', 'student:S990001')
    .where('title', '=', '延期报到申请已同意')
    .execute()
  expect(notices).toHaveLength(1)
  expect(notices[0]?.content).toContain(dayIn(4))
})

test('a waiting request can be withdrawn by its student only, and only a new student who has not arrived can ask', async () => {
  expect(
    (await foreign.post('/api/lateArrivals/ask', { reason: '签证未办好', expectedOn: dayIn(2) }))
      .body.code,
  ).toBe('0')
  const [{ id }] = (await foreign.post('/api/lateArrivals/mine')).body.data
  expect((await own.post('/api/lateArrivals/withdraw', { id })).body.code).toBe('-1')
  expect((await foreign.post('/api/lateArrivals/withdraw', { id })).body.code).toBe('0')
  expect((await foreign.post('/api/lateArrivals/withdraw', { id })).body.code).toBe('-1')
  expect((await ask('answer', { id, granted: '1', answer: '' }, admissions)).msg).toBe(
    '这份申请已经答复或撤回',
  )
  const senior = await backend.signInAs('880001')
  const said = await senior.post('/api/lateArrivals/ask', { reason: 'x', expectedOn: dayIn(2) })
  expect(said.body.msg).toBe('只有尚未报到的新生可以申请延期报到')
  expect((await senior.post('/api/lateArrivals/mine')).body.canAsk).toBe('0')
})

test('a counsellor reminds only the students of their classes, once a day', async () => {
  const { steps } = await ask('overview', { className: '' })
  const open = steps.find(
    ({ expected, done }: { expected: number; done: number }) => expected > done,
  )
  const reminder = { className: '', step: open.step, title: '请完成', content: '请尽快完成' }
  expect((await ask('remind', { ...reminder, className: FOREIGN_CLASS })).code).toBe('-1')
  expect(await ask('remind', reminder)).toMatchObject({ code: '0' })
  const reminded = await backend.db
    .selectFrom('reminder')
    .innerJoin('student', 'student.code', 'reminder.student_code')
    .select('class_name')
    .distinct()
    .execute()
  const classes = await backend.db
    .selectFrom('staff_class')
    .select('class_name')
    .where('staff_code', '=', 'T8501')
    .execute()
  const names = classes.map((one) => one.class_name)
  expect(reminded.length).toBeGreaterThan(0)
  expect(reminded.filter((one) => !names.includes(one.class_name))).toEqual([])
  expect((await ask('remind', reminder)).msg).toBe('名单上的学生今天都已提醒过，请明天再发')
})

test('two colleges with a class of one name do not share a counsellor whose class is named with its college', async () => {
  const name = '同名1班'
  const enrolled = await enrolStudents(backend, 2)
  const [here = '', there = ''] = enrolled.map(({ code }) => code)
  for (const [code, department] of [
    [here, '甲学院'],
    [there, '乙学院'],
  ] as const)
    await backend.db
      .updateTable('student')
      .set({ department, class_name: name })
      .where('code', '=', code)
      .execute()
  const account = backend.db.selectFrom('staff_class').where('staff_code', '=', 'T8501')
  const before = await account.selectAll().execute()
  const administrator = await backend.signInAs('T4001')
  const give = async (classes: readonly string[]) => {
    const { body } = await administrator.post('/api/manage/staff/giveClasses', {
      code: 'T8501',
      classes,
      reason: '分班',
    })
    return body
  }
  expect((await give([name])).msg).toBe(
    '多个学院有同名班级，请写明学院：乙学院/同名1班、甲学院/同名1班',
  )
  expect((await give(['丙学院/同名1班'])).msg).toBe('没有这些班级：丙学院/同名1班')
  expect(await give(['甲学院/同名1班'])).toMatchObject({ code: '0' })
  expect((await listed()).map(({ student }) => student)).toEqual([here])
  const { classes } = await ask('overview', { className: '' })
  expect(classes).toMatchObject([{ name: '甲学院/同名1班', expected: 1 }])
  expect(await listed({ className: '甲学院/同名1班' })).toHaveLength(1)
  expect(await listed({ className: '乙学院/同名1班' })).toEqual([])
  expect((await ask('phones', { students: [here, there] })).data).toHaveLength(1)
  // The office tells the two classes apart; a counsellor whose class was stored before sees both.
  const all = (await ask('overview', { className: '' }, admissions)).classes
  expect(all.map((one: { name: string }) => one.name)).toEqual(
    expect.arrayContaining(['甲学院/同名1班', '乙学院/同名1班']),
  )
  await backend.db
    .updateTable('staff_class')
    .set({ class_name: name })
    .where('staff_code', '=', 'T8501')
    .execute()
  expect(await listed()).toHaveLength(2)
  expect(await listed({ className: '乙学院/同名1班' })).toHaveLength(1)
  await backend.db.deleteFrom('staff_class').where('staff_code', '=', 'T8501').execute()
  await backend.db.insertInto('staff_class').values(before).execute()
})
