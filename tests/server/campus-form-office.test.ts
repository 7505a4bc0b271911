import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { campusFormStepPage } from '#contract/campus-form-names'
import { INITIAL_FORM_SETTINGS, type CampusFormSettings } from '#contract/campus-form-settings'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import type { LocalizedText } from '#i18n/translate'
import { saveAnswers } from '../../server/features/campus-forms/answers.ts'
import { retireForm } from '../../server/features/campus-forms/public.ts'
import { insertVersion } from '../../server/features/campus-forms/store.ts'
import { openSheets } from '../../server/features/imports/public.ts'
import { markPageStepDone, saveFormStep } from '../../server/features/onboarding-steps/public.ts'
import { lockStudent } from '../../server/platform/records/versioned-write.ts'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { recordStatements } from '../support/backend/recorded-statements.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
let office: SignedInUser
let reviewer: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T5001')
  reviewer = await backend.signInAs('T3001')
})
afterAll(() => backend.close())

const wording = (zh: string, en = '') => ({ zh, en })
const define = (items: unknown[], choices: unknown = {}) =>
  v.parse(CampusFormDefinition, { title: wording('问卷', 'Questionnaire'), items, choices })
const QUESTIONS = [
  { type: 'selectOne', name: 'smoke', label: wording('吸烟', 'Smoking'), choices: 'yn' },
  { type: 'selectMany', name: 'likes', label: wording('爱好'), choices: 'likes' },
  { type: 'phone', name: 'phone', label: wording('电话') },
  { type: 'text', name: 'note', label: wording('备注') },
  { type: 'picture', name: 'card', label: wording('医保卡') },
  {
    type: 'repetition',
    name: 'members',
    label: wording('成员'),
    items: [{ type: 'text', name: 'who', label: wording('姓名') }],
  },
]
const CHOICES = {
  yn: [
    { name: 'yes', label: wording('是', 'Yes') },
    { name: 'no', label: wording('否', 'No') },
  ],
  likes: [
    { name: 'ball', label: wording('球') },
    { name: 'song', label: wording('歌') },
  ],
}

const publish = async (
  form: string,
  definition: CampusFormDefinition,
  settings: Partial<CampusFormSettings> = {},
) => {
  await backend.db
    .insertInto('campus_form')
    .values({ id: form, created_at: new Date() })
    .onConflict((one) => one.doNothing())
    .execute()
  return insertVersion(backend.db, {
    form,
    definition,
    settings: {
      ...INITIAL_FORM_SETTINGS,
      audience: { levels: [], colleges: [], cohort: 'all', isListed: false },
      ...settings,
    },
    by: 'T5001',
    now: backend.clock.now(),
  })
}

const versions = new Map<string, number>()
async function answer(
  form: string,
  student: string,
  {
    answers,
    version = 1,
    state = 'submitted',
    attachments = [],
    db = backend.db,
  }: {
    db?: Backend['db']
    answers: CampusFormAnswers
    version?: number
    state?: 'submitted' | 'pending'
    attachments?: { id: string; name: string; type: string; bytes: number; sha256: string }[]
  },
) {
  const next = (versions.get(form + student) ?? 0) + 1
  versions.set(form + student, next)
  await saveAnswers(db, {
    student,
    version: next,
    state,
    payload: { student, form, version, answers, attachments },
    writer: { origin: 'phone', by: student },
    now: backend.clock.now(),
  })
}

const post = (by: SignedInUser, call: string, body: object, headers = {}) =>
  by.post(`/api/manage/formAnswers/${call}`, body, headers)

const download = async (call: string, body: object, by = office) =>
  backend.fetch(`/api/manage/formAnswers/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: by.token },
    body: JSON.stringify(body),
  })

async function cellsOf(answer: Response) {
  const [sheet] = await openSheets(new Uint8Array(await answer.arrayBuffer()))
  const rows: string[][] = []
  for await (const { cells } of sheet?.rows() ?? []) rows.push([...cells])
  const [headings = [], ...others] = rows
  return others.map((row) =>
    Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])),
  )
}

const sumsIn = ({
  data,
}: {
  data: { question: LocalizedText; choice: LocalizedText; count: number }[]
}) => data.map(({ question, choice, count }) => `${question.zh} ${choice.zh} ${count}`)

async function filesOf(archive: Response): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await archive.arrayBuffer()))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks = []
    for await (const chunk of await zip.openReadStreamPromise(entry))
      chunks.push(Buffer.from(chunk))
    files.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return files
}

describe('progress', () => {
  test('a form counts who has answered, and lists who has not', async () => {
    await publish('count', define(QUESTIONS, CHOICES))
    await answer('count', 'S880001', { answers: { smoke: 'no' } })
    const { body } = await post(office, 'forms', {})
    const figures = body.data.find((one: { form: string }) => one.form === 'count')
    expect(figures).toMatchObject({
      title: { zh: '问卷', en: 'Questionnaire' },
      version: 1,
      submitted: 1,
      pending: 0,
    })
    const all: string[] = []
    for (let after = ''; ;) {
      const page = (
        await post(office, 'list', {
          form: 'count',
          state: 'none',
          department: '',
          find: '',
          after,
        })
      ).body
      all.push(...page.data.map(({ student }: { student: string }) => student))
      after = page.next
      if (after === '') break
    }
    expect(all).not.toContain('S880001')
    expect(all).toHaveLength(figures.expected - 1)
    const { body: searched } = await post(office, 'list', {
      form: 'count',
      state: '',
      department: '',
      find: 'S880001',
      after: '',
    })
    expect(searched.data).toMatchObject([{ student: 'S880001', state: 'submitted' }])
    const logged = await backend.db
      .selectFrom('office_log')
      .select('action')
      .where('action', '=', 'formAnswers.search')
      .execute()
    expect(logged).toHaveLength(1)
  })

  test('many answers and forms are read with as many statements as one', async () => {
    const bulk = { form: 'bulk', state: '', department: '' }
    const readAll = async () => {
      await post(office, 'forms', {})
      await post(office, 'list', { ...bulk, find: '', after: '' })
      await post(office, 'sums', bulk)
      const csv = await download('export', { ...bulk, repetition: '', format: 'csv' })
      expect((await csv.text()).split('吸烟')).toHaveLength(2)
    }
    const countStatements = async () => {
      const statements = await recordStatements(readAll)
      return statements.filter((statement) => statement.includes('campus_form')).length
    }
    await publish('bulk', define(QUESTIONS, CHOICES))
    await answer('bulk', 'S880001', { answers: { smoke: 'yes' } })
    const one = await countStatements()
    expect(one).toBeGreaterThan(4)
    for (const form of ['bulk-b', 'bulk-c']) await publish(form, define(QUESTIONS, CHOICES))
    const { numAffectedRows } = await sql`insert into campus_form_answer
      (student_code, form_id, form_version, answers, attachments, state, version, updated_at)
      select code, 'bulk', 1, '{"smoke": "no"}', '[]', 'submitted', 1, now() from student
      where code <> 'S880001' limit 200`.execute(backend.db)
    expect(numAffectedRows).toBeGreaterThan(20n)
    expect(await countStatements()).toBe(one)
  })

  test('a reviewer sees the forms that need a review, and no others', async () => {
    await publish('open', define(QUESTIONS, CHOICES))
    await publish('checked', define(QUESTIONS, CHOICES), { isReviewed: true })
    const { body } = await post(reviewer, 'forms', {})
    const forms = body.data.map(({ form }: { form: string }) => form)
    expect(forms).toContain('checked')
    expect(forms).not.toContain('open')
    const one = await post(reviewer, 'one', { form: 'open', student: 'S880001' })
    expect(one.body.data).toBeUndefined()
    const list = await post(reviewer, 'list', {
      form: 'open',
      state: '',
      department: '',
      find: '',
      after: '',
    })
    expect(list.body.data).toBeUndefined()
  })

  test('a reminder goes to those who have not answered, once a day for each form', async () => {
    for (const form of ['remind', 'remind-b']) await publish(form, define(QUESTIONS, CHOICES))
    await answer('remind', 'S880001', { answers: { smoke: 'no' } })
    const remind = (form: string, title: string) =>
      post(office, 'remind', { form, department: '', title, content: '请尽快填写' })
    const { body } = await remind('remind', '请填写问卷')
    expect((await remind('remind', '又一次')).body.msg).toMatch(/今天都已提醒过/)
    expect((await remind('remind-b', '另一份')).body.told).toBe(body.told + 1)
    expect(body.told).toBeGreaterThan(0)
    const told = await backend.db
      .selectFrom('notice')
      .select('subject')
      .where('title', '=', '请填写问卷')
      .execute()
    expect(told).toHaveLength(body.told)
    expect(told.map(({ subject }) => subject)).not.toContain('student:S880001')
  })
})

describe('a student’s answers', () => {
  test('each of them is readable in the version in which it was given, and numbers are masked', async () => {
    await publish('history', define(QUESTIONS, CHOICES))
    await answer('history', 'S880001', { answers: { smoke: 'yes', phone: '13900001234' } })
    await publish('history', define([{ type: 'text', name: 'other', label: wording('别的') }]))
    await answer('history', 'S880001', { answers: { other: '新的' }, version: 2 })
    const { body } = await post(office, 'one', { form: 'history', student: 'S880001' })
    expect(
      body.data.given.map(({ version, answers }: { version: number; answers: object }) => ({
        version,
        answers,
      })),
    ).toEqual([
      { version: 2, answers: { other: '新的' } },
      { version: 1, answers: { smoke: 'yes', phone: expect.stringContaining('*') } },
    ])
    const labels = body.data.versions.map(
      ({ version, definition }: { version: number; definition: CampusFormDefinition }) =>
        `${version} ${definition.items[0]?.label.zh}`,
    )
    expect(labels.toSorted()).toEqual(['1 吸烟', '2 别的'])
    const { body: of } = await post(office, 'ofStudent', { student: 'S880001' })
    expect(of.data).toContainEqual(expect.objectContaining({ form: 'history', state: 'submitted' }))
  })

  test('a rejection opens the form’s step again, and an approval completes it', async () => {
    await publish('stepped', define(QUESTIONS, CHOICES), { isReviewed: true })
    const page = campusFormStepPage('stepped')
    const step = { position: 9, isSkippable: true, before: [] }
    await saveFormStep(backend.db, { page, title: wording('承诺'), step, isSameStep: false })
    const isDone = async () =>
      (
        await backend.db
          .selectFrom('step_done')
          .innerJoin('flow_step', 'flow_step.id', 'step_done.step_id')
          .select('page')
          .where('student_code', '=', 'S990001')
          .where('page', '=', page)
          .execute()
      ).length > 0
    await answer('stepped', 'S990001', { answers: { smoke: 'yes' }, state: 'pending' })
    await markPageStepDone(backend.db, { student: 'S990001', page, now: backend.clock.now() })
    const decide = async (state: string, reason: string) => {
      const read = await post(reviewer, 'one', { form: 'stepped', student: 'S990001' })
      return post(
        reviewer,
        'decide',
        { form: 'stepped', student: 'S990001', state, reason },
        { 'if-match': read.headers.get('etag') ?? '' },
      )
    }
    await decide('rejected', '请重填')
    expect(await isDone()).toBe(false)
    await decide('approved', '')
    expect(await isDone()).toBe(true)
  })

  test('the step of a form stands at its place in the progress of all students', async () => {
    await publish('placed', define(QUESTIONS, CHOICES))
    await saveFormStep(backend.db, {
      page: campusFormStepPage('placed'),
      title: wording('入住'),
      step: { position: 3, isSkippable: true, before: [] },
      isSameStep: false,
    })
    const everybody = { cohort: 'new', department: '', building: '' }
    const { body } = await office.post('/api/manage/progress/steps', everybody)
    const places: number[] = body.data.map(({ position }: { position: number }) => position)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(body.data).toContainEqual(expect.objectContaining({ title: '入住', position: 3 }))
  })

  test('a reviewer decides the answers that were read, and the student is told', async () => {
    await publish('review', define(QUESTIONS, CHOICES), { isReviewed: true })
    await answer('review', 'S880001', { answers: { smoke: 'yes' }, state: 'pending' })
    const read = await post(reviewer, 'one', { form: 'review', student: 'S880001' })
    const seen = { 'if-match': read.headers.get('etag') ?? '' }
    const decision = { form: 'review', student: 'S880001' }
    const noReason = await post(
      reviewer,
      'decide',
      { ...decision, state: 'rejected', reason: '' },
      seen,
    )
    expect(noReason.body.code).not.toBe(0)
    await answer('review', 'S880001', { answers: { smoke: 'no' }, state: 'pending' })
    const stale = await post(
      reviewer,
      'decide',
      { ...decision, state: 'approved', reason: '' },
      seen,
    )
    expect(stale.status).toBe(412)
    const again = await post(reviewer, 'one', { form: 'review', student: 'S880001' })
    const rejected = await post(
      reviewer,
      'decide',
      { ...decision, state: 'rejected', reason: '照片看不清' },
      { 'if-match': again.headers.get('etag') ?? '' },
    )
    expect(rejected.status).toBe(200)
    const { body } = await post(office, 'one', { form: 'review', student: 'S880001' })
    expect(body.data.state).toBe('rejected')
    const told = await backend.db
      .selectFrom('notice')
      .select(['title', 'content'])
      .where('subject', '=', 'student:S880001')
      .where('title', 'like', '%未通过审核%')
      .execute()
    expect(told).toMatchObject([{ content: expect.stringContaining('照片看不清') }])
    expect(told).toMatchObject([{ content: expect.stringContaining('修改后重新提交') }])
    const queued = await backend.db
      .selectFrom('message_delivery')
      .innerJoin('notice', 'notice.id', 'message_delivery.notice_id')
      .select('topic')
      .where('student_code', '=', 'S880001')
      .where('notice.title', 'like', '%未通过审核%')
      .execute()
    expect(queued).toEqual([{ topic: 'decision' }])
  })

  test('what was decided stays with the answers that it was about', async () => {
    await publish('decided', define(QUESTIONS, CHOICES), { isReviewed: true })
    await publish('decided2', define(QUESTIONS, CHOICES), { isReviewed: true })
    const decide = async (form: string, state: string, reason: string) => {
      const read = await post(reviewer, 'one', { form, student: 'S880001' })
      const etag = { 'if-match': read.headers.get('etag') ?? '' }
      await post(reviewer, 'decide', { form, student: 'S880001', state, reason }, etag)
    }
    await answer('decided', 'S880001', { answers: { smoke: 'yes' }, state: 'pending' })
    await answer('decided2', 'S880001', { answers: { smoke: 'yes' }, state: 'pending' })
    await decide('decided', 'approved', '材料齐全')
    await decide('decided', 'rejected', '成员电话写错了')
    await decide('decided2', 'approved', '另一份')
    await answer('decided', 'S880001', { answers: { smoke: 'no' }, state: 'pending' })
    const { body } = await post(reviewer, 'one', { form: 'decided', student: 'S880001' })
    expect(body.data.state).toBe('pending')
    const by = expect.stringMatching(/\S T3001$/)
    const at = expect.stringMatching(/^\d{4}-/)
    expect(body.data.given.map(({ decisions }: { decisions: unknown }) => decisions)).toEqual([
      [],
      [
        { state: 'rejected', reason: '成员电话写错了', by, at },
        { state: 'approved', reason: '材料齐全', by, at },
      ],
    ])
  })

  test('a student whose answers to a retired form are rejected is not told to change them', async () => {
    await publish('over', define(QUESTIONS, CHOICES), { isReviewed: true })
    await answer('over', 'S880001', { answers: { smoke: 'yes' }, state: 'pending' })
    await retireForm(backend.db, { form: 'over', now: backend.clock.now() })
    const read = await post(reviewer, 'one', { form: 'over', student: 'S880001' })
    await post(
      reviewer,
      'decide',
      { form: 'over', student: 'S880001', state: 'rejected', reason: '逾期退回' },
      { 'if-match': read.headers.get('etag') ?? '' },
    )
    const { content } = await backend.db
      .selectFrom('notice')
      .select('content')
      .where('content', 'like', '%逾期退回%')
      .executeTakeFirstOrThrow()
    expect(content).not.toContain('重新提交')
  })

  test('a decision about answers that are replaced at the same moment is refused', async () => {
    await publish('race', define(QUESTIONS, CHOICES), { isReviewed: true })
    await answer('race', 'S880001', { answers: { smoke: 'yes' }, state: 'pending' })
    const read = await post(reviewer, 'one', { form: 'race', student: 'S880001' })
    const decided = await backend.db.transaction().execute(async (tx) => {
      // The student's phone has the student locked, as every submission does.
      await lockStudent(tx, 'S880001')
      let isOver = false
      const decision = post(
        reviewer,
        'decide',
        { form: 'race', student: 'S880001', state: 'approved', reason: '' },
        { 'if-match': read.headers.get('etag') ?? '' },
      ).finally(() => (isOver = true))
      await waitUntil(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(backend.db)
        expect(isOver || rows[0]?.n === 1).toBe(true)
      })
      await answer('race', 'S880001', { answers: { smoke: 'no' }, state: 'pending', db: tx })
      return { decision }
    })
    expect((await decided.decision).status).toBe(412)
    const { body } = await post(office, 'one', { form: 'race', student: 'S880001' })
    expect(body.data.state).toBe('pending')
  })

  test('a form without a review cannot be decided', async () => {
    await publish('plain', define(QUESTIONS, CHOICES))
    await answer('plain', 'S880001', { answers: { smoke: 'yes' } })
    const { body } = await post(office, 'decide', {
      form: 'plain',
      student: 'S880001',
      state: 'approved',
      reason: '',
    })
    expect(body.code).not.toBe(0)
  })
})

describe('all answers', () => {
  const filter = { form: 'table', state: '', department: '' }
  beforeAll(async () => {
    await publish(
      'table',
      define([...QUESTIONS, { type: 'text', name: 'gone', label: wording('旧题') }], CHOICES),
    )
    await answer('table', 'S880001', { answers: { smoke: 'yes', gone: '=1+1', members: [] } })
    await publish('table', define(QUESTIONS, CHOICES))
    await answer('table', 'S880002', {
      version: 2,
      answers: { smoke: 'no', likes: ['ball', 'song'], members: [{ who: '甲' }, { who: '乙' }] },
    })
  })

  test('an export has a column for each question of all versions, in words', async () => {
    const rows = await cellsOf(
      await download('export', { ...filter, repetition: '', format: 'xlsx' }),
    )
    expect(rows).toHaveLength(2)
    const named = async (repetition: string) =>
      decodeURIComponent(
        (await download('export', { ...filter, repetition, format: 'csv' })).headers.get(
          'content-disposition',
        ) ?? '',
      )
    expect(await named('')).toMatch(/问卷 \d{4}-/)
    expect(await named('members')).toMatch(/问卷 成员 \d{4}-/)
    expect(rows[0]).toMatchObject({ 编号: 'S880001', 吸烟: '是', 旧题: '=1+1', 版本: '1' })
    expect(rows[1]).toMatchObject({
      编号: 'S880002',
      吸烟: '否',
      爱好: '球、歌',
      成员: '2',
      旧题: '',
    })
    const csv = await (
      await download('export', { ...filter, repetition: '', format: 'csv' })
    ).text()
    expect(csv).toContain("'=1+1")
  })

  test('the entries of a repetition are rows of a table of their own', async () => {
    const rows = await cellsOf(
      await download('export', { ...filter, repetition: 'members', format: 'xlsx' }),
    )
    expect(rows.map(({ 编号: code, 第几项: at, 姓名: who }) => [code, at, who])).toEqual([
      ['S880002', '1', expect.stringContaining('甲')],
      ['S880002', '2', expect.stringContaining('乙')],
    ])
  })

  test('choices are summed, those of several answers and of filtered states', async () => {
    const { body } = await post(office, 'sums', filter)
    expect(sumsIn(body)).toEqual(['吸烟 是 1', '吸烟 否 1', '爱好 球 1', '爱好 歌 1'])
    expect(body.repetitions).toEqual([{ name: 'members', title: { zh: '成员', en: '成员' } }])
    const { body: none } = await post(office, 'sums', { ...filter, state: 'approved' })
    expect(sumsIn(none)).toEqual(['吸烟 是 0', '吸烟 否 0', '爱好 球 0', '爱好 歌 0'])
  })

  test('choices that only an earlier version offers are summed, and texts of that version are not', async () => {
    const select = (name: string) => ({ ...QUESTIONS[0], name })
    await publish(
      'changed',
      define(
        [
          { type: 'text', name: 'smoke', label: wording('吸烟') },
          select('early'),
          { ...QUESTIONS[5], items: [select('inside')] },
        ],
        CHOICES,
      ),
    )
    await answer('changed', 'S880001', {
      answers: { smoke: '偶尔', early: 'yes', members: [{ inside: 'no' }, { inside: 'no' }] },
    })
    await publish('changed', define([select('smoke')], CHOICES))
    await answer('changed', 'S880002', { version: 2, answers: { smoke: 'no' } })
    const { body } = await post(office, 'sums', { ...filter, form: 'changed' })
    expect(sumsIn(body)).toEqual([
      '吸烟 是 0',
      '吸烟 否 1',
      '吸烟 是 1',
      '吸烟 否 0',
      '吸烟 是 0',
      '吸烟 否 2',
    ])
    // The entries of that version can be taken out too.
    expect(body.repetitions).toMatchObject([{ name: 'members' }])
  })

  test('numbers and money are numbers in an export, also negative ones', async () => {
    await publish(
      'sums',
      define([
        { type: 'integer', name: 'count', label: wording('人数') },
        { type: 'decimal', name: 'size', label: wording('身高') },
        { type: 'money', name: 'fee', label: wording('费用') },
        { type: 'integer', name: 'none', label: wording('空') },
      ]),
    )
    await answer('sums', 'S880001', {
      answers: { count: '-5', size: '1.725', fee: '-12050', none: '' },
    })
    const csv = await (
      await download('export', { ...filter, form: 'sums', repetition: '', format: 'csv' })
    ).text()
    expect(csv.trimEnd()).toMatch(/,-5,1\.725,-120\.5,$/)
    const [row] = await cellsOf(
      await download('export', { ...filter, form: 'sums', repetition: '', format: 'xlsx' }),
    )
    expect(row).toMatchObject({ 人数: '-5', 身高: '1.725', 费用: '-120.5', 空: '' })
  })

  test('files with the same odd name have names of their own in the archive, which every system can store', async () => {
    const label = '=合照/\u202e"证"\u{1f600}. '.padEnd(80, '长')
    await publish('odd', define([{ ...QUESTIONS[4], label: wording(label), count: 2 }]))
    const ids = [randomUUID(), randomUUID()].toSorted()
    for (const id of ids)
      await backend.db
        .insertInto('campus_form_attachment')
        .values({
          id,
          student_code: 'S880001',
          form_id: 'odd',
          name: '=cmd|.jpg',
          type: 'image/jpeg',
          sent_bytes: 1,
          sha256: '0'.repeat(64),
          bytes: Buffer.from(id),
          created_at: new Date(),
          completed_at: new Date(),
        })
        .execute()
    await answer('odd', 'S880001', {
      answers: { card: ids },
      attachments: ids.map((id) => ({
        id,
        name: '=cmd|.jpg',
        type: 'image/jpeg',
        bytes: 1,
        sha256: '0'.repeat(64),
      })),
    })
    const files = await filesOf(await download('files', { ...filter, form: 'odd' }))
    const paths = [...files.keys()].filter((name) => name.endsWith('.jpg'))
    expect(paths).toHaveLength(2)
    expect(paths.map((path) => files.get(path))).toEqual(ids)
    for (const path of paths) {
      expect(path).toMatch(/^S880001 [^/]+\/000[12] =合照[^/]+\.jpg$/)
      // oxlint-disable-next-line no-control-regex -- what Windows refuses
      expect(path.slice('S880001 '.length)).not.toMatch(/[\0-\x1f\\:*?"<>|\u202e\ufffd]/)
    }
    const index = files.get('index.csv') ?? ''
    expect(index).toContain("'=cmd|.jpg")
    expect(index).toContain("'=合照/")
  })

  test('files come as an archive with an index', async () => {
    const id = randomUUID()
    const bytes = Buffer.from('a picture')
    await backend.db
      .insertInto('campus_form_attachment')
      .values({
        id,
        student_code: 'S880002',
        form_id: 'table',
        name: 'card.jpg',
        type: 'image/jpeg',
        sent_bytes: bytes.length,
        sha256: '0'.repeat(64),
        bytes,
        created_at: new Date(),
        completed_at: new Date(),
      })
      .execute()
    await answer('table', 'S880002', {
      version: 2,
      answers: { smoke: 'no', card: [id] },
      attachments: [
        { id, name: 'card.jpg', type: 'image/jpeg', bytes: bytes.length, sha256: '0'.repeat(64) },
      ],
    })
    const archive = await download('files', filter)
    expect(archive.headers.get('content-type')).toBe('application/zip')
    const files = await filesOf(archive)
    const [path = ''] = [...files.keys()].filter((name) => name.endsWith('.jpg'))
    expect(path).toMatch(/^S880002 .+\/0001 医保卡\.jpg$/)
    expect(files.get(path)).toBe('a picture')
    expect(files.get('index.csv')).toContain(`${path},S880002,`)
  })

  test('only the offices download answers', async () => {
    for (const call of ['export', 'files'])
      expect(
        (await download(call, { ...filter, repetition: '', format: 'csv' }, reviewer)).status,
      ).toBe(403)
  })
})
