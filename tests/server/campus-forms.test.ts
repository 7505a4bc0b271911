import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replaceListedStudents, retireForm } from '#server/features/campus-forms/public'
import { deleteExpiredRecords } from '#server/features/privacy/retention'
import { toChinaMinute } from '#server/platform/clock'
import { DEFAULT_RETENTION_DAYS } from '#server/platform/settings/retention'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { postAnswers, publishTestForm, question, wording } from '../support/backend/campus-forms.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'

let backend: Backend
let student: SignedInUser
let continuing: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
  continuing = await backend.signInAs('880001')
})
afterAll(() => backend.close())

let form: string
let count = 0
beforeEach(() => {
  count += 1
  form = `form-${count}`
})

const nameOnly = [question('nick', 'text', { required: true, longest: 10 })]
const mine = async (who = student) => (await who.post('/api/campusform/mine')).body
const offered = async (who = student) =>
  (await mine(who)).data.find((one: { form: string }) => one.form === form)
const find = async (who = student) => who.post('/api/campusform/find', { stuCode: who.code, form })
const history = (name = form) =>
  backend.db
    .selectFrom('form_history')
    .select(['version', 'words', 'origin'])
    .where('form', '=', `campus:${name}`)
    .orderBy('id')
    .execute()
const stored = () =>
  backend.db.selectFrom('campus_form_answer').selectAll().where('form_id', '=', form).execute()

describe('a form of the campus', () => {
  test('a new student is offered it with its questions, answers it, and reads the answers back', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    expect(await offered()).toMatchObject({ form, version: 1, state: '', isChangeable: '1' })
    expect((await mine()).facts).toEqual({
      student_level: '本科',
      student_college: expect.stringMatching(/./),
      student_new: 'yes',
    })
    expect((await find()).body.results).toBeNull()
    expect((await find()).headers.get('etag')).toBe(`"campus:${form}-0"`)
    const answer = await postAnswers(student, { form, version: 1, answers: { nick: '小雨' } })
    expect(answer.body).toEqual({ code: '0' })
    expect(answer.headers.get('etag')).toBe(`"campus:${form}-1"`)
    expect(answer.headers.get('receipt')).toMatch(/./)
    expect((await find()).body.results).toEqual({
      stuCode: student.code,
      form,
      version: 1,
      answers: { nick: '小雨' },
      attachments: [],
    })
    expect((await offered()).state).toBe('submitted')
  })

  test('an answer that does not fit is refused with its place, and nothing is stored', async () => {
    await publishTestForm(backend, form, {
      items: [
        ...nameOnly,
        question('members', 'repetition' as never, {
          least: 1,
          most: 2,
          items: [question('tel', 'phone', { required: true })],
        }),
        question('age', 'integer', {
          constraint: '. > 15',
          constraintMessage: wording('太小'),
        }),
      ],
    })
    const answer = await postAnswers(student, {
      form,
      version: 1,
      answers: { nick: 'a name that is too long', members: [{ tel: '12' }], age: '3' },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toEqual([
      { path: 'answers.nick', message: '内容太长' },
      { path: 'answers.members.0.tel', message: '手机号格式不正确' },
      { path: 'answers.age', message: '太小' },
    ])
    expect(await stored()).toEqual([])
  })

  test('answers to what is not asked are not stored, and what the form computes is', async () => {
    await publishTestForm(backend, form, {
      items: [
        question('lives', 'yesNo'),
        question('street', 'text', { relevant: "${lives} = 'no'" }),
        question('twice', 'calculation', { value: 'concat(${lives}, ${lives})' }),
      ],
    })
    await postAnswers(student, {
      form,
      version: 1,
      answers: { lives: 'yes', street: '中山路', twice: 'made up', unknown: 'x' },
    })
    expect((await stored())[0]?.answers).toEqual({ lives: 'yes', twice: 'yesyes' })
  })

  test('the names of its questions can be those by which calls name persons', async () => {
    await publishTestForm(backend, form, {
      items: [
        question('stuCode', 'text'),
        question('relatives', 'repetition' as never, { items: [question('idCard', 'text')] }),
      ],
    })
    const answer = await postAnswers(student, {
      form,
      version: 1,
      answers: { stuCode: 'S990002', relatives: [{ idCard: '110101200801010023' }] },
    })
    expect(answer.body).toEqual({ code: '0' })
    const other = await student.post('/api/campusform/add', {
      stuCode: 'S990002',
      form,
      version: 1,
      answers: {},
      attachments: [],
    })
    expect(other.status).toBe(403)
  })

  test('the same submission sent twice has one effect, and one with the same key and other answers is refused', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    const key = { 'idempotency-key': randomUUID() }
    const first = await postAnswers(student, { form, version: 1, answers: { nick: 'a' } }, key)
    const again = await postAnswers(student, { form, version: 1, answers: { nick: 'a' } }, key)
    expect(again.headers.get('receipt')).toBe(first.headers.get('receipt'))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await postAnswers(student, { form, version: 1, answers: { nick: 'b' } }, key)
    expect(other.status).toBe(422)
    expect(await history()).toHaveLength(1)
  })

  test('answers that were filled from an older version of the answers are refused as a conflict', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    const post = (nick: string, version: number) =>
      postAnswers(
        student,
        { form, version: 1, answers: { nick } },
        {
          'if-match': `"campus:${form}-${version}"`,
        },
      )
    expect((await post('a', 0)).status).toBe(200)
    const late = await post('b', 0)
    expect(late.status).toBe(412)
    expect(late.headers.get('etag')).toBe(`"campus:${form}-1"`)
    expect((await post('b', 1)).status).toBe(200)
    expect((await history()).map(({ version }) => version)).toEqual([1, 2])
  })

  test('answers given in an earlier version are checked and kept in that version, and can be read in it', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    await publishTestForm(backend, form, { items: [question('full', 'text', { required: true })] })
    expect(await offered()).toMatchObject({ version: 2 })
    expect((await postAnswers(student, { form, version: 1, answers: { nick: 'a' } })).body).toEqual(
      { code: '0' },
    )
    expect((await find()).body.results).toMatchObject({ version: 1, answers: { nick: 'a' } })
    expect(
      (await postAnswers(student, { form, version: 2, answers: { nick: 'a' } })).body.issues,
    ).toMatchObject([{ path: 'answers.full' }])
    expect((await postAnswers(student, { form, version: 3, answers: {} })).body.code).not.toBe('0')
    const first = await student.post('/api/campusform/definition', { form, version: 1 })
    expect(first.body.data.items[0].name).toBe('nick')
    expect((await history())[0]?.words).toMatchObject({ version: 1, answers: { nick: 'a' } })
  })

  test('a question about a class mate takes a student of the same class only, with the own name', async () => {
    await publishTestForm(backend, form, { items: [question('mate', 'classmate')] })
    const { body } = await student.post('/api/campusform/classmates')
    const post = (mate: object) =>
      postAnswers(student, { form, version: 1, answers: { mate } as never })
    expect(body.data.length).toBeGreaterThan(0)
    expect(JSON.stringify(body.data)).not.toContain(student.code)
    const [{ stuCode, stuName }] = body.data
    expect((await post({ student: stuCode, name: stuName })).body).toEqual({ code: '0' })
    expect((await post({ student: stuCode, name: '别人' })).status).toBe(422)
    expect((await post({ student: continuing.code, name: '别人' })).status).toBe(422)
  })
})

describe('for whom a form is', () => {
  const isOffered = async (who: SignedInUser) => (await offered(who)) !== undefined
  const audience = (more: object) => ({
    audience: { levels: [], colleges: [], cohort: 'all' as const, isListed: false, ...more },
  })

  test('a student for whom it is not gets nothing and cannot write', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    expect(await isOffered(continuing)).toBe(false)
    const answer = await postAnswers(continuing, { form, version: 1, answers: { nick: 'a' } })
    expect(answer.body.code).not.toBe('0')
    expect(answer.body.msg).toContain('不是给您填写的')
    expect(
      (await continuing.post('/api/campusform/definition', { form, version: 1 })).body.code,
    ).not.toBe('0')
    expect(await stored()).toEqual([])
  })

  test('it can be for continuing students, levels and colleges', async () => {
    const at = async (more: object) => {
      await publishTestForm(backend, form, { items: nameOnly, settings: audience(more) })
      return [await isOffered(student), await isOffered(continuing)]
    }
    const { department } = await backend.db
      .selectFrom('student')
      .select('department')
      .where('code', '=', student.code)
      .executeTakeFirstOrThrow()
    expect(await at({})).toEqual([true, true])
    expect(await at({ cohort: 'continuing' })).toEqual([false, true])
    expect(await at({ levels: ['2'] })).toEqual([true, true])
    expect(await at({ levels: ['1'] })).toEqual([false, false])
    expect((await at({ colleges: [department] }))[0]).toBe(true)
    expect(await at({ colleges: ['没有这个学院'] })).toEqual([false, false])
  })

  test('it can be for a list of students, which is changed without a new version', async () => {
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: audience({ isListed: true }),
    })
    expect(await isOffered(student)).toBe(false)
    await replaceListedStudents(backend.db, form, [student.code, 'nobody'])
    expect(await isOffered(student)).toBe(true)
    await replaceListedStudents(backend.db, form, [continuing.code])
    expect([await isOffered(student), await isOffered(continuing)]).toEqual([false, true])
  })

  test('the home page has the list of forms only for those for whom there are forms', async () => {
    const has = async (post: Backend['post']) =>
      (await post('/wx/app/selectAllApp', { type: '1' })).body
    await backend.db.deleteFrom('campus_form_listed').execute()
    await backend.db.updateTable('campus_form').set({ retired_at: new Date() }).execute()
    await publishTestForm(backend, form, { items: nameOnly })
    expect(JSON.stringify(await has(student.post))).toContain('/campusForms')
    expect(JSON.stringify(await has(continuing.post))).not.toContain('/campusForms')
    expect(JSON.stringify(await has(backend.post))).not.toContain('/campusForms')
  })
})

describe('when a form is open', () => {
  const window = (from: string, until: string) => ({
    window: { from, until, note: '请联系辅导员', noteEn: '' },
  })
  const inHours = (hours: number) =>
    toChinaMinute(new Date(backend.clock.now().getTime() + hours * 3_600_000))
  const post = (headers = {}) =>
    postAnswers(student, { form, version: 1, answers: { nick: 'a' } }, headers)

  test('before it opens and after it closes answers are refused, with the campus’s note', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: window(inHours(1), '') })
    expect((await post()).body.msg).toContain(`将于 ${inHours(1)} 开放`)
    await publishTestForm(backend, form, { items: nameOnly, settings: window('', inHours(-1)) })
    expect((await post()).body.msg).toContain(`已于 ${inHours(-1)} 截止。请联系辅导员`)
    expect(await stored()).toEqual([])
  })

  test('answers that waited on a phone since the form was open are accepted, and the student is told', async () => {
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: window('', inHours(-1)),
      title: { zh: '医保', en: 'Insurance' },
    })
    expect((await post({ 'words-age': '7200' })).body).toEqual({ code: '0' })
    const { title } = await backend.db
      .selectFrom('notice')
      .select('title')
      .where('subject', '=', `student:${student.code}`)
      .orderBy('published_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(title).toContain('医保')
  })

  test('a retired form is offered to nobody, and takes only what waited since before', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    // Both within one minute.
    backend.clock.set(new Date(Math.floor(Date.now() / 60_000) * 60_000 + 60_000))
    await retireForm(backend.db, { form, now: backend.clock.now() })
    expect(await offered()).toBeUndefined()
    backend.clock.advance(10)
    expect((await post()).body.msg).toContain('学校已停用这份表单')
    expect((await post({ 'words-age': '3' })).body.msg).toContain('学校已停用这份表单')
    expect((await post({ 'words-age': '15' })).body).toEqual({ code: '0' })
  })
})

describe('changes and reviews', () => {
  const post = (nick: string) => postAnswers(student, { form, version: 1, answers: { nick } })
  const decide = (state: 'approved' | 'rejected') =>
    backend.db.updateTable('campus_form_answer').set({ state, reason: 'r' }).execute()

  test('a form that cannot be changed takes answers once', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: { isChangeable: false } })
    expect((await post('a')).body).toEqual({ code: '0' })
    expect((await post('b')).body.msg).toContain('不能修改')
    expect((await stored())[0]?.answers).toEqual({ nick: 'a' })
  })

  test('reviewed answers wait for a decision, are replaced once rejected, and stay once approved', async () => {
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: { isReviewed: true, isChangeable: false },
    })
    await post('a')
    expect((await offered()).state).toBe('pending')
    expect((await post('b')).body.msg).toContain('正在审核')
    await decide('rejected')
    expect(await offered()).toMatchObject({ state: 'rejected', reason: 'r' })
    expect((await post('c')).body).toEqual({ code: '0' })
    expect(await offered()).toMatchObject({ state: 'pending', reason: '' })
    await decide('approved')
    expect((await post('d')).body.msg).toContain('已通过审核')
    expect((await stored())[0]?.answers).toEqual({ nick: 'c' })
  })
})

describe('a form as a step', () => {
  const steps = async (who = student) =>
    (
      await who.post('/api/proces/findProcess', { stuCode: who.code, enrollType: '2' })
    ).body.results.map((one: Record<string, unknown>) => one)
  const step = { position: 2, isSkippable: true, before: ['onlinefee'] }

  test('it stands in the flow at its place, before others, and is done by the answers', async () => {
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: { step },
      title: { zh: '承诺书', en: 'Letter' },
    })
    const own = (await steps()).find(
      (one: { urlName: string }) => one.urlName === `campusForm/${form}`,
    )
    expect(own).toMatchObject({ moduleName: '承诺书', skip: '1', newStatus: '0', orderNum: 2 })
    const fee = async () =>
      (await steps()).find((one: { urlName: string }) => one.urlName === 'onlinefee')
    expect((await fee()).needs).toContain(own.processId)
    expect((await steps(continuing)).map((one: { urlName: string }) => one.urlName)).not.toContain(
      `campusForm/${form}`,
    )
    const mark = await student.post('/api/NewReports/addStatus', {
      stuCode: student.code,
      processId: String(own.processId),
    })
    expect(mark.body.results).not.toBe(true)
    await postAnswers(student, { form, version: 1, answers: { nick: 'a' } })
    const done = (await steps()).find(
      (one: { urlName: string }) => one.urlName === `campusForm/${form}`,
    )
    expect(done.newStatus).toBe('1')
    expect((await fee()).needs ?? []).not.toContain(own.processId)
  })

  test('its place in the list of steps stays when the form is published without a change of it', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: { step } })
    const page = `campusForm/${form}`
    await backend.db
      .updateTable('flow_step')
      .set({ position: 77 })
      .where('page', '=', page)
      .execute()
    const row = () =>
      backend.db
        .selectFrom('flow_step')
        .select(['position', 'title', 'withdrawn_at'])
        .where('page', '=', page)
        .executeTakeFirst()
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: { step },
      title: wording('新名'),
    })
    expect(await row()).toMatchObject({ position: 77, title: '新名' })
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: { step: { ...step, position: 5 } },
    })
    expect(await row()).toMatchObject({ position: 5 })
    await publishTestForm(backend, form, { items: nameOnly })
    expect((await row())?.withdrawn_at).not.toBeNull()
  })

  test('a file of steps neither withdraws its step nor takes its number, and its page stays in the list of steps', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: { step } })
    const row = async () =>
      backend.db
        .selectFrom('flow_step')
        .select(['id', 'withdrawn_at'])
        .where('page', '=', `campusForm/${form}`)
        .executeTakeFirstOrThrow()
    const { id } = await row()
    const runner = createImportRunner(backend)
    const file = (number: number) => [
      { 序号: String(number), 步骤名称: '生活用品', 页面: '生活用品', 可跳过: '是' },
    ]
    expect((await runner.dryRun('steps', file(id))).counts.refused).toBe(1)
    const dryRun = await runner.dryRun('steps', file(7))
    const forms = await backend.db
      .selectFrom('flow_step')
      .select('id')
      .where('page', 'like', 'campusForm/%')
      .where('withdrawn_at', 'is', null)
      .execute()
    expect(forms.length).toBeGreaterThan(0)
    // The file lacks the six other steps of the app, and no form's step.
    expect(dryRun.counts.withdrawn).toBe(6)
    const office = await backend.signInAs('T4001')
    const { body } = await office.post('/api/manage/steps/list', {})
    const listed = body.data.find((one: { id: string }) => one.id === String(id))
    expect(listed.values.page).toBe(`campusForm/${form}`)
    const save = (page: string) =>
      office.post('/api/manage/steps/save', {
        id: String(id),
        version: listed.version,
        values: { ...listed.values, page, order: '42' },
      })
    expect((await save('livinguse')).body.msg).toContain('不能改为其他页面')
    expect((await save(listed.values.page)).body.code).toBe('0')
    expect(
      await backend.db
        .selectFrom('flow_step')
        .select('position')
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({ position: 42 })
  })

  test('the lists of progress count it for those for whom it is', async () => {
    await publishTestForm(backend, form, {
      items: nameOnly,
      settings: {
        step,
        audience: { levels: [], colleges: [], cohort: 'new', isListed: true },
      },
      title: wording(form),
    })
    await replaceListedStudents(backend.db, form, [student.code])
    const office = await backend.signInAs('T5001')
    const { body } = await office.post('/api/manage/progress/steps', {
      cohort: 'new',
      department: '',
      building: '',
    })
    expect(JSON.stringify(body)).toContain(form)
    expect(body.data.find((one: { title: string }) => one.title === form)).toMatchObject({
      expected: 1,
      done: 0,
    })
  })
})

describe('the office', () => {
  test('it fills in the form for a student by the same rules, which is noted', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: { isChangeable: false } })
    const office = await backend.signInAs('T5001')
    const name = `campus:${form}`
    const list = await office.post('/api/manage/campusform/offered', { student: student.code })
    expect(list.body.data.map((one: { form: string }) => one.form)).toContain(form)
    const mates = await office.post('/api/manage/campusform/classmates', { student: student.code })
    expect(mates.body.data).toEqual(
      (await student.post('/api/campusform/classmates', {})).body.data,
    )
    const open = async () =>
      (await office.post('/api/manage/students/openForm', { student: student.code, form: name }))
        .body
    const save = async (payload: object, version: string) =>
      office.post('/api/manage/students/saveForm', {
        student: student.code,
        form: name,
        version,
        words: payload,
        reason: '本人在场',
      })
    const first = await open()
    expect(first.data).toEqual({})
    const payload = { form, version: 1, answers: { nick: '代填' }, attachments: [] }
    expect((await save({ ...payload, form: 'other' }, first.version)).body.code).not.toBe('0')
    expect((await save({ ...payload, answers: {} }, first.version)).status).toBe(422)
    expect((await save(payload, first.version)).body.code).toBe('0')
    // The office corrects what the student cannot change.
    const second = await open()
    expect(second.data.answers).toEqual({ nick: '代填' })
    const corrected = { ...payload, answers: { nick: '更正' } }
    expect((await save(corrected, second.version)).body.code).toBe('0')
    expect((await history()).map(({ origin }) => origin)).toEqual(['desk', 'desk'])
    expect((await offered()).state).toBe('submitted')
  })

  test('a webhook hears of answers by the history', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    await backend.db
      .insertInto('webhook_endpoint')
      .values({
        id: `hook-${form}`,
        name: 'test',
        url: 'https://example.edu/hook',
        events: ['form.submitted'],
        sealed: Buffer.from('x'),
        created_at: backend.clock.now(),
      })
      .execute()
    await postAnswers(student, { form, version: 1, answers: { nick: 'a' } })
    const { data } = await backend.db
      .selectFrom('webhook_event')
      .select('data')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ form: `campus:${form}`, version: 1, origin: 'phone' })
  })
})

describe('privacy', () => {
  test('a student’s data copy has the answers', async () => {
    await publishTestForm(backend, form, { items: nameOnly })
    await postAnswers(student, { form, version: 1, answers: { nick: '数据副本' } })
    const copy = await backend.fetch('/api/privacy/data', {
      method: 'POST',
      headers: { authorization: student.token, 'content-type': 'application/json' },
      body: '{}',
    })
    const told = await copy.json()
    expect(JSON.stringify(told['学校表单的答案'])).toContain('数据副本')
  })

  test('answers and their history are deleted after the days of the form, or those of the campus', async () => {
    const other = `${form}-b`
    await publishTestForm(backend, form, { items: nameOnly, settings: { retentionDays: 30 } })
    await publishTestForm(backend, other, { items: nameOnly })
    for (const one of [form, other])
      await postAnswers(student, { form: one, version: 1, answers: { nick: 'a' } })
    const forget = (days: number) =>
      deleteExpiredRecords(backend.db, {
        retention: { ...DEFAULT_RETENTION_DAYS, 'form-history': 0 },
        now: new Date(backend.clock.now().getTime() + days * 86_400_000),
        dryRun: false,
      })
    const left = async () => [
      (await stored()).length,
      (await history()).length,
      (await history(other)).length,
    ]
    await forget(29)
    expect(await left()).toEqual([1, 1, 1])
    await forget(31)
    expect(await left()).toEqual([0, 0, 1])
  })

  test('the history of answers is not deleted before the answers', async () => {
    await publishTestForm(backend, form, { items: nameOnly, settings: { retentionDays: 3650 } })
    await postAnswers(student, { form, version: 1, answers: { nick: 'a' } })
    await deleteExpiredRecords(backend.db, {
      retention: { ...DEFAULT_RETENTION_DAYS, 'form-history': 30 },
      now: new Date(backend.clock.now().getTime() + 31 * 86_400_000),
      dryRun: false,
    })
    expect([(await stored()).length, (await history()).length]).toEqual([1, 1])
  })
})
