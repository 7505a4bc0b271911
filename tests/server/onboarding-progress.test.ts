import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T5001')
})
afterAll(() => backend.close())

const EVERYBODY = { cohort: 'new', department: '', building: '' }
interface Step {
  step: number
  expected: number
  done: number
  remindedAt: string
}
const steps = async (filter: object = {}): Promise<Step[]> =>
  (await office.post('/api/manage/progress/steps', { ...EVERYBODY, ...filter })).body.data
const stepOf = async (number: number) => (await steps()).find(({ step }) => step === number)
const list = async (step: number) => {
  const found: { student: string; number: string }[] = []
  for (let after = ''; ;) {
    const { body } = await office.post('/api/manage/progress/list', { ...EVERYBODY, step, after })
    found.push(...body.data)
    after = body.next
    if (after === '') return found
  }
}

test('the progress of each step counts a student as completed when the student’s own flow does', async () => {
  const counted = new Map<number, number>()
  for (const number of ['990001', '990002', '990003', '990004', '990005']) {
    const student = await backend.signInAs(number)
    const { body } = await student.post('/api/proces/findProcess', {})
    for (const { processId, newStatus } of body.results)
      if (String(newStatus) === '0')
        counted.set(Number(processId), (counted.get(Number(processId)) ?? 0) + 1)
  }
  for (const { step } of await steps()) {
    const own = (await list(step)).filter(({ number }) => /^99000[1-5]$/.test(number))
    expect([step, own.length]).toEqual([step, counted.get(step) ?? 0])
  }
})

test('the list of a step has as many students as its count says, over all pages', async () => {
  const first = await stepOf(1)
  expect((await list(1)).length).toBe((first?.expected ?? 0) - (first?.done ?? 0))
})

test('a student who completes a step leaves its list, and the dormitory step does not list postgraduates', async () => {
  const before = await list(2)
  await backend.db
    .insertInto('step_done')
    .values({ student_code: before[0]?.student ?? '', step_id: 2, done_at: backend.clock.now() })
    .execute()
  expect(await list(2)).toEqual(before.slice(1))
  const [one, dorm] = [await stepOf(1), await stepOf(3)]
  expect(dorm?.expected).toBeLessThan(one?.expected ?? 0)
})

test('a reminder reaches exactly the students who have not completed the step, and the log has their number', async () => {
  const open = await list(1)
  const message = { title: '请填写家庭信息', content: '请尽快 <b>填写</b>' }
  const { body } = await office.post('/api/manage/progress/remind', {
    ...EVERYBODY,
    step: 1,
    ...message,
  })
  expect(body.told).toBe(open.length)
  const notices = await backend.db
    .selectFrom('notice')
    .select(['subject', 'content'])
    .where('title', '=', message.title)
    .execute()
  expect(notices.map(({ subject }) => subject).toSorted()).toEqual(
    open.map(({ student }) => `student:${student}`).toSorted(),
  )
  expect(notices[0]?.content).toBe('<p>请尽快 &lt;b&gt;填写&lt;/b&gt;</p>')
  const auditEntry = await backend.db
    .selectFrom('office_log')
    .select(['about', 'details'])
    .where('action', '=', 'progress.remind')
    .executeTakeFirstOrThrow()
  expect(auditEntry).toEqual({
    about: 'step:1',
    details: { filter: { ...EVERYBODY, step: 1 }, told: open.length },
  })
  const reader = await backend.signInAs('990001')
  const read = await reader.post('/api/notice/findNotice', { pageNum: 1, pageSize: 5 })
  expect(JSON.stringify(read.body)).toContain(message.title)
})

test('a second reminder on the same day is refused, and the step shows when the first was sent', async () => {
  const ask = { ...EVERYBODY, step: 2, title: '第一次', content: '请完成' }
  const began = backend.clock.now().toISOString()
  const first = await office.post('/api/manage/progress/remind', ask)
  expect(first.body.told).toBeGreaterThan(0)
  const second = await office.post('/api/manage/progress/remind', { ...ask, title: '第二次' })
  expect(second.body).toMatchObject({ code: '-1' })
  expect(second.body.msg).toContain('今天都已提醒过')
  const { count } = await backend.db
    .selectFrom('notice')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('title', '=', '第二次')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
  expect(((await stepOf(2))?.remindedAt ?? '') >= began).toBe(true)
  expect(await stepOf(4)).toMatchObject({ remindedAt: '' })
})

test('a step that does not exist has nobody to remind', async () => {
  const said = await office.post('/api/manage/progress/remind', {
    ...EVERYBODY,
    step: 99,
    title: 'x',
    content: 'x',
  })
  expect(said.body.code).toBe('-1')
})
