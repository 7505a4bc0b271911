import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVERY_STUDENT } from '#contract/audiences'
import type { AnyEndpoint } from '#contract/call'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { allCalls, allDownloads, allFileCalls } from '#contract/index'
import { type CallerRole, CALLER_ROLES, callerRolesFor } from '#contract/permissions'
import { importKinds } from '#server/features/imports/kinds/index'
import { toChinaDay, toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { publishTestForm, question } from '../support/backend/campus-forms.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'

const LISTED = { find: '', after: '' }
const EVERYBODY = { cohort: 'all', department: '', building: '' }
const YEAR = String(toChinaYear(new Date()))
const BOOKS = { day: `${YEAR}-01-01`, to: `${YEAR}-12-31` }
const PAGE = { pageNum: 1, pageSize: 50, status: '', year: YEAR }
const STUDENT = { student: 'S880001' }
const BY_FIELD = { ...EVERYBODY, level: '', field: '', find: '' }
const MESSAGE = '5b8e7c1e-3a5a-4f0e-9d0a-6b1f2c3d4e5f'

const ALLOCATION = {
  cohort: 'new',
  department: '',
  level: '',
  gender: '',
  buildings: [],
  seed: 1,
}

const ANSWERS = { form: 'rooms', state: '', department: '' }

const FORM = { title: { zh: '住宿问卷', en: '' }, items: [], choices: {} }

/**
 * The inputs with which each call succeeds and returns data; every listed input is sent. A call
 * that is not listed gets `{}`.
 */
const QUESTIONS: Readonly<Record<string, readonly object[]>> = {
  '/api/manage/evaluationresults/list': [{ period: 'closed', by: 'course', find: '', after: '' }],
  '/api/manage/evaluationresults/find': [{ period: 'closed', by: 'course', id: 'evaluated' }],
  '/api/manage/exports/evaluation': [{ period: 'closed', by: 'course', format: 'csv' }],
  '/api/manage/arrivals/overview': [EVERYBODY],
  '/api/manage/arrivals/list': ['missing', 'arrived', 'unverified'].map((state) => ({
    ...EVERYBODY,
    state,
    after: '',
  })),
  '/api/manage/admission/list': ['waiting', 'checked'].map((state) => ({
    ...EVERYBODY,
    withPapers: '0',
    withFees: '0',
    withSteps: '0',
    state,
    after: '',
  })),
  '/api/manage/exports/admission': [
    {
      ...EVERYBODY,
      withPapers: '0',
      withFees: '0',
      withSteps: '0',
      state: 'waiting',
      format: 'csv',
    },
  ],
  '/api/manage/admission/find': [{ find: '990001' }, { find: '110101200801010015' }],
  '/api/manage/beds/preview': [
    { ...ALLOCATION, choice: 'any' },
    { ...ALLOCATION, choice: 'chosen' },
  ],
  '/api/manage/beds/allocated': [{ id: 'none', part: 'placed', after: '' }],
  '/api/manage/dormRooms/list': [{ building: '' }, { building: '紫荆苑3号楼' }],
  '/api/manage/exports/bedAllocation': [{ allocation: 'none', format: 'csv' }],
  '/api/manage/arrivalplan/plan': [{ ...EVERYBODY, day: '2026-08-30' }],
  '/api/manage/arrivalplan/list': [
    { ...EVERYBODY, day: '2026-08-30', hour: '', mode: '', after: '' },
  ],
  '/api/manage/arrivalplan/changes': [{ ...EVERYBODY, since: '2026-01-01 00:00', after: '' }],
  '/api/manage/exports/announcedArrivals': [
    { ...EVERYBODY, day: '2026-08-30', hour: '', mode: '', format: 'csv' },
  ],
  '/api/manage/day/pictures': [{ day: toChinaDay(new Date()) }],
  '/api/manage/classes/overview': [{ className: '' }],
  '/api/manage/classes/list': [
    { className: '', state: 'all', step: 0, find: '', after: '' },
    { className: '', state: 'all', step: 0, find: '990001', after: '' },
  ],
  '/api/manage/classes/history': [STUDENT, { student: 'S990001' }],
  '/api/manage/exports/classes': [{ className: '', state: 'all', step: 0, format: 'csv' }],
  '/api/manage/classes/phones': [{ students: ['S990001', 'S990002', 'S880001'] }],
  '/api/manage/arrivals/phones': [{ students: ['S990001', 'S990002', 'S880001'] }],
  '/api/greenChannelAudit/findStuLoanAudit': [PAGE, { ...PAGE, find: '王' }],
  '/api/greenChannelAudit/findStuReduceAudit': [PAGE],
  '/api/greenChannelAudit/selectLoanMsg': [{ stuCode: 'S990003', year: YEAR }],
  '/api/greenChannelAudit/selectJdlkMsg': [{ stuCode: 'S990003', year: YEAR }],
  '/api/manage/applications/history': [{ id: 'x' }],
  '/api/manage/applications/reveal': ['idCard', 'phone'].map((what) => ({
    student: 'S990003',
    what,
  })),
  '/api/stuEnter/faces': [{ faces: [] }],
  '/api/stuEnter/look': [{ stuCode: '990002' }],
  '/api/stuEnter/add': [{ stuCode: '990002' }],
  '/api/dormitoryType/queryTime': [{ stuCode: 'S990001', processId: '3' }],
  '/api/evaluation/findDetail': [{ id: 'course' }],
  '/getSocre': [{ year: '2025-2026', term: '1' }],
  '/wx/app/selectAllApp': [{ menu: '0' }],
  '/api/manage/finance/day': [{ day: '2026-09-01' }],
  '/api/manage/exports/financeTotals': [{ ...BOOKS, format: 'csv' }],
  '/api/manage/finance/entries': [{ ...BOOKS, by: '', key: '', after: '' }],
  '/api/manage/exports/bookEntries': [{ ...BOOKS, by: '', key: '', format: 'csv' }],
  '/api/manage/finance/orders': [
    { ...LISTED, state: '' },
    { ...LISTED, find: '刘嘉怡', state: '' },
  ],
  '/api/manage/exports/orders': [{ find: '', state: '', format: 'csv' }],
  '/api/manage/finance/incidents': [{ state: '', after: '' }],
  '/api/manage/exports/incidents': [{ state: '', format: 'csv' }],
  '/api/manage/exports/reconciliation': [{ id: '1', format: 'csv' }],
  '/api/manage/finance/reconciliations': [{ after: '' }],
  '/api/manage/finance/reconciliation': [{ id: '' }],
  '/api/manage/financePlatform/list': [
    { from: '2026-08-01', to: '2026-09-01', list: 'all', after: '' },
  ],
  '/api/manage/exports/financePlatform': [
    { from: '2026-08-01', to: '2026-09-01', list: 'all', format: 'csv' },
  ],
  '/api/manage/outsidePayments/list': [{ ...LISTED, way: '', from: '', to: '' }],
  '/api/manage/exports/outsidePayments': [{ find: '', way: '', from: '', to: '', format: 'csv' }],
  '/api/manage/invoices/list': [{ ...LISTED, state: '', from: '', to: '' }],
  '/api/manage/exports/invoices': [{ find: '', state: '', from: '', to: '', format: 'csv' }],
  '/api/manage/outsidePayments/payer': [{ number: '880001' }],
  '/api/manage/refunds/list': [{ ...LISTED, state: '', from: '', to: '' }],
  '/api/manage/exports/refunds': [{ find: '', state: '', from: '', to: '', format: 'csv' }],
  '/api/manage/refunds/payer': [{ number: '880001' }],
  '/api/manage/refunds/excess': [LISTED],
  '/api/manage/exports/excess': [{ find: '', format: 'csv' }],
  '/api/manage/exams/list': [
    { ...LISTED, kind: '', from: '', to: '' },
    { ...LISTED, find: '刘嘉怡', kind: '', from: '', to: '' },
  ],
  '/api/manage/exports/exams': [{ find: '', kind: '', from: '', to: '', format: 'csv' }],
  '/api/manage/offsets/list': [{ ...LISTED, way: '', state: '' }],
  '/api/manage/exports/offsets': [{ find: '', way: '', state: '', format: 'csv' }],
  '/api/manage/externalServices/try': [{ trial: 'sms', phone: '13800000000' }],
  '/api/manage/externalServices/proceed': [{ number: 'x' }],
  '/api/manage/webhooks/create': [
    { name: '一卡通', url: 'http://127.0.0.1:9/', events: ['form.submitted'] },
  ],
  '/api/manage/webhooks/deliveries': [{ endpoint: 'x', after: '' }],
  '/api/manage/webhooks/replay': [{ endpoint: 'x', event: '' }],
  '/api/manage/services/create': [
    {
      name: '教务系统',
      scopes: ['students:read'],
      addresses: '',
      perMinute: 120,
      lastDay: `${Number(YEAR) + 1}-06-30`,
    },
  ],
  '/api/manage/forms/find': [{ form: 'rooms' }],
  '/api/manage/forms/students': [{ form: 'rooms' }],
  '/api/manage/forms/saveStudents': [{ form: 'rooms', numbers: '880001' }],
  '/api/manage/forms/version': [{ form: 'rooms', version: 1 }],
  '/api/manage/forms/checkPatterns': [{ definition: FORM }],
  '/api/manage/forms/save': [{ form: '', definition: FORM, settings: INITIAL_FORM_SETTINGS }],
  '/api/manage/forms/copy': [{ form: 'rooms' }],
  '/api/manage/xlsform/write': [{ form: 'rooms', version: 1 }],
  '/api/manage/campusform/offered': [STUDENT],
  '/api/manage/campusform/classmates': [STUDENT],
  '/api/manage/formAnswers/list': [
    { ...ANSWERS, find: '', after: '' },
    { ...ANSWERS, find: '880001', after: '' },
  ],
  '/api/manage/formAnswers/one': [{ form: 'rooms', ...STUDENT }],
  '/api/manage/formAnswers/sums': [ANSWERS],
  '/api/manage/formAnswers/export': [{ ...ANSWERS, format: 'csv' }],
  '/api/manage/formAnswers/files': [ANSWERS],
  '/api/manage/formAnswers/remind': [
    { form: 'rooms', department: '', title: '请填写', content: '还没有填写' },
  ],
  '/api/manage/reach/preview': [{ audience: EVERY_STUDENT }],
  '/api/manage/reach/student': [{ ...STUDENT, after: '' }],
  '/api/campusform/find': [{ stuCode: '', form: 'rooms' }],
  '/api/campusform/definition': [{ form: 'rooms', version: 1 }],
  '/api/manage/rules/preview': [
    { rule: 'late', value: '{"hours":1}', firstDay: toChinaDay(new Date()) },
  ],
  '/api/manage/imports/list': [{ after: '' }],
  '/api/manage/imports/rows': ['new', 'changed', 'refused'].map((action) => ({
    id: 'import',
    action,
    after: '',
  })),
  '/api/manage/imports/one': [{ id: 'import' }],
  '/api/manage/inbox/list': [{ state: '', mine: '0', ...LISTED }],
  '/api/manage/inbox/find': [{ id: 'complaint-1' }],
  '/api/manage/messages/list': [{ after: '' }],
  '/api/manage/messages/reveal': [{ id: MESSAGE }],
  '/api/manage/noticeboard/list': [{ state: '', ...LISTED }],
  '/api/notice/findNotice': [{ pageNum: 1, pageSize: 50 }],
  '/api/notice/findNoticeDetail': [{ id: 'demo-2' }],
  '/api/manage/noticeboard/find': [{ id: 'demo-2' }],
  '/api/phones/received': [{ receipts: [] }],
  '/api/manage/log': [LISTED],
  '/api/manage/exports/log': [{ find: '', format: 'csv' }],
  '/api/manage/phones/holding': [{ after: '' }],
  '/api/manage/progress/steps': [EVERYBODY],
  '/api/manage/progress/list': [{ ...EVERYBODY, step: 1, after: '' }],
  '/api/manage/exports/unfinished': [{ ...EVERYBODY, step: 1, format: 'csv' }],
  '/api/manage/staff/list': [{ ...LISTED, role: '' }],
  '/api/manage/staff/countWaiting': [{ find: '', role: '' }],
  '/api/manage/staff/one': [{ code: 'T3001' }],
  '/api/manage/students/search': [
    { find: '刘嘉怡', after: '' },
    { find: '990002', after: '' },
  ],
  '/api/manage/students/open': [STUDENT, { student: 'S990002' }, { student: 'S990003' }],
  '/api/manage/students/reveal': ['idCard', 'phone'].map((what) => ({ ...STUDENT, what })),
  '/api/manage/students/openForm': ['family', 'details', 'travel'].map((form) => ({
    student: 'S990002',
    form,
  })),
  '/api/manage/students/places': [{ ...STUDENT, building: '' }],
  '/api/manage/students/look': [{ ...STUDENT, subject: STUDENT.student, items: [] }],
  '/api/manage/studentlist/list': [
    { ...BY_FIELD, after: '' },
    { ...BY_FIELD, after: '', field: '家长电话', find: '13900009999' },
  ],
  '/api/manage/exports/students': [{ ...BY_FIELD, format: 'csv' }],
  '/api/manage/studentlist/values': [STUDENT],
  '/api/manage/studentlist/reveal': [{ ...STUDENT, what: '家长电话' }],
  '/api/manage/transferdesk/list': [{ status: '', ...LISTED }],
  '/api/manage/transferdesk/find': [{ id: 'transfer' }],
  '/api/stations/roster': [{ station: 'medical' }],
  '/api/stations/look': [{ station: 'medical', scanned: '990002' }],
  '/api/manage/exports/stations': [{ format: 'csv' }],
  '/api/TravelInformation/peerRecommendations': [{ startCity: '', startDate: '' }],
}

/** The calls that this test does not make, each with its reason. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  '/wx/code/getCode': 'asks the messaging app',
  '/api/binding/bindOpenId': 'proves a messaging account',
  '/api/binding/findstu': 'answers whoever proved to be this person with their own record',
  '/api/sys/login': 'answers whoever proved to be this person with their own record',
  '/api/university/begin': 'asks the university’s sign-in',
  '/api/university/finish': 'proves an account of the university',
  '/api/binding/cleanOpenId': 'ends the sign-in, answers nothing',
  '/api/upload/likeness': 'a picture of the messaging app',
  '/api/upload/picture': 'a picture',
  '/api/greenchannel/imgLook': 'a picture',
  '/api/manage/inbox/picture': 'a picture',
  '/api/campusform/file': 'a file of an answer',
  '/api/manage/campusform/file': 'a file of an answer',
  '/api/notice/file': 'a file of the office, for whoever reads its notice',
  '/api/manage/imports/template': 'an empty table',
  '/api/timetable/calendar.ics': 'lessons, by a secret address',
}

/** Writes whose answer has only their result: an id, a count, a receipt, a first password. */
const TELL_WHAT_WAS_DONE: ReadonlySet<string> = new Set([
  ...allCalls.map(({ path }) => path).filter((path) => /^\/api\/manage\/\w+\/save$/.test(path)),
  '/api/manage/forms/publish',
  '/api/manage/reach/send',
  '/api/manage/reach/withdraw',
  '/api/stuEnter/handOver',
  '/api/stations/confirm',
  '/api/manage/factor/confirm',
  '/api/manage/finance/reconcile',
  '/payment/payCarry',
  '/payment/pay',
  '/stuphoto/verifyStuPhoto',
  '/api/userSafe/sendCode',
  '/api/userSafe/checkPhone',
  '/api/userSafe/checkIdCard',
  '/api/manage/admission/checkAll',
  '/api/manage/beds/apply',
  '/api/manage/dormRooms/close',
  '/api/manage/beds/revert',
  '/api/manage/progress/remind',
  '/api/manage/classes/remind',
  '/api/manage/staff/create',
  '/api/manage/staff/issuePasswords',
  '/api/manage/staff/resetPassword',
  '/api/manage/students/deliver',
  '/getPayParam',
  '/api/changeMajor/insert',
])

/** Calls whose purpose is to show one person's number. */
const ONE_AT_A_TIME = [
  '/api/manage/students/reveal',
  '/api/manage/studentlist/reveal',
  '/api/manage/applications/reveal',
  '/api/manage/messages/reveal',
]

const ID_CARD = /(?<![\d])\d{17}[\dXx](?!\d)/g
const PHONE = /(?<![\d.])1[3-9]\d{9}(?![\d.])/g
// The example values of the import templates are nobody's numbers.
const EXAMPLES = new Set(
  importKinds.flatMap(({ columns }) => columns.map(({ example }) => example)),
)
const found = (text: string, what: RegExp) =>
  [...new Set(text.match(what))].filter((one) => !EXAMPLES.has(one))

interface Person {
  readonly code: string
  readonly numbers: readonly string[]
  readonly idCard: string
  readonly phone: string
}

let backend: Backend
let people: readonly Person[]
/** Ids that the inputs contain as placeholders. */
const ids = new Map<string, string>()
beforeAll(async () => {
  backend = await startBackend({ env: { WEBHOOK_HOSTS: '127.0.0.1' } })
  const { db, clock } = backend
  const now = clock.now()
  await db
    .insertInto('advice')
    .values({ subject: 'student:S880001', content: '食堂太远', created_at: now })
    .execute()
  await db
    .insertInto('message_out')
    .values({
      id: MESSAGE,
      created_at: now,
      phone: '13800001111',
      text: '验证码 482913',
      next_at: now,
      good_until: now,
      state: 'shown',
    })
    .execute()
  await db
    .insertInto('student_field')
    .values({
      id: '家长电话',
      name: '家长电话',
      type: 'text',
      max_length: 11,
      options: '',
      viewers: ['administrator', 'admissions', 'finance', 'dorm-office'],
      for_student: false,
      position: 1,
    })
    .execute()
  await db
    .insertInto('student_field_value')
    .values({
      student_code: STUDENT.student,
      field_id: '家长电话',
      value: '13900009999',
      updated_at: now,
    })
    .execute()
  const version = await publishTestForm(backend, 'rooms', {
    items: [
      question('reason', 'text'),
      question('tel', 'phone'),
      question('document', 'idDocument'),
      {
        type: 'repetition',
        name: 'parents',
        label: { zh: '家长', en: '' },
        items: [question('parent_tel', 'phone')],
      },
    ],
    settings: { isReviewed: true },
  })
  await db
    .insertInto('campus_form_answer')
    .values({
      student_code: STUDENT.student,
      form_id: 'rooms',
      form_version: version,
      answers: JSON.stringify({
        reason: '怕吵',
        tel: '13900005555',
        document: { type: 'resident', number: '320102197505050034' },
        parents: [{ parent_tel: '13900006666' }],
      }),
      attachments: '[]',
      state: 'pending',
      version: 1,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('campus_form_draft')
    .values({
      form_id: 'rooms',
      definition: JSON.stringify(FORM),
      settings: JSON.stringify(INITIAL_FORM_SETTINGS),
      revision: 1,
      saved_at: now,
      saved_by: 'T4001',
    })
    .execute()
  await db.insertInto('station').values({ id: 'medical', name: '体检', position: 1 }).execute()
  await db
    .insertInto('station_staff')
    .values({ station_id: 'medical', staff_code: 'T2001' })
    .execute()
  // The imported row has a phone number beside the ID number of another person.
  const run = await createImportRunner(backend).dryRun('students', [
    { 学号: '880001', 姓名: '刘嘉怡', 身份证号: '110101200601010011', 手机号: '1380000' },
  ])
  ids.set('import', run.id)
  const course = await db
    .selectFrom('taught_course')
    .innerJoin('student', 'student.class_name', 'taught_course.class_name')
    .select('taught_course.id')
    .where('student.code', '=', 'S880001')
    .executeTakeFirstOrThrow()
  ids.set('course', course.id)
  await db
    .insertInto('evaluation_period')
    .values({
      id: 'closed',
      term: '2020-2021学年第一学期',
      opens_at: new Date(now.getTime() - 2000),
      closes_at: new Date(now.getTime() - 1000),
      counted_at: now,
    })
    .execute()
  await db
    .insertInto('evaluation_result')
    .values({
      period_id: 'closed',
      course_id: 'evaluated',
      course: '高等数学',
      class_name: '示例班级',
      teacher: '张伟',
      teacher_code: '',
      students: 9,
      answers: 9,
      points: 81,
      marks: 9,
    })
    .execute()
  const transfer = await db.selectFrom('major_transfer').select('id').executeTakeFirstOrThrow()
  ids.set('transfer', transfer.id)
  // All students share their travel, from the same city on the same day as others.
  await db.updateTable('travel').set({ open: true }).execute()
  await sql`insert into travel select (travel).* from (
    select jsonb_populate_record(travel, '{"student_code": "S990001"}') as travel from travel limit 1) as one`.execute(
    db,
  )
  const students = await db
    .selectFrom('student')
    .select(['code', 'number', 'exam_number', 'id_card', 'phone'])
    .execute()
  people = students.map(({ code, number, exam_number, id_card, phone }) => ({
    code,
    numbers: [number ?? '', exam_number ?? ''].filter((one) => one !== ''),
    idCard: id_card,
    phone,
  }))
})
afterAll(() => backend.close())

const all: readonly AnyEndpoint[] = [...allCalls, ...allDownloads, ...allFileCalls]

async function ask(entry: AnyEndpoint, question: object, by: SignedInUser | undefined) {
  const headers = { ...(by !== undefined && { authorization: by.token }) }
  const id = 'id' in question ? ids.get(String(question.id)) : undefined
  const body = { ...question, ...(id !== undefined && { id }) }
  const answer =
    entry.kind === 'file'
      ? await backend.fetch(
          `${entry.path}?${entry.parameter}=${entry.path.includes('imports') ? ids.get('import') : '880001'}`,
          { headers },
        )
      : await backend.fetch(entry.path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
  const text = await answer.text()
  const isGood =
    answer.status === 200 &&
    (entry.kind === 'file' || entry.kind === 'download' || entry.rule.isSuccess(JSON.parse(text)))
  return { text, isGood }
}

const newestLine = async (): Promise<string> =>
  (
    await backend.db
      .selectFrom('office_log')
      .select(({ fn }) => fn.max<string | null>('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? '0'

const linesBehind = (id: string, by: string) =>
  backend.db
    .selectFrom('office_log')
    .select(['action', 'about', 'details'])
    .where('id', '>', id)
    .where('staff_code', 'in', [by, `student:${by}`])
    .execute()

/** The numbers that the caller is allowed to know because they are their own. */
async function ownNumbers(part: CallerRole, by: SignedInUser): Promise<ReadonlySet<string>> {
  if (part !== 'student') {
    const own = await backend.db
      .selectFrom('staff')
      .select(['phone', 'id_card'])
      .where('code', '=', by.code)
      .executeTakeFirstOrThrow()
    return new Set([own.phone ?? '', own.id_card ?? ''])
  }
  // A student is shown only data about themselves or their family, except what is still available.
  return new Set()
}

interface Shown {
  readonly pairs: string[]
  readonly unlogged: string[]
  readonly good: Set<string>
}

async function walk(part: CallerRole, number?: string): Promise<Shown> {
  const by = number === undefined ? undefined : await backend.signInAs(number)
  const own = by === undefined ? new Set<string>() : await ownNumbers(part, by)
  const shown: Shown = { pairs: [], unlogged: [], good: new Set() }
  for (const entry of all) {
    if (NOT_ASKED[entry.path] !== undefined || !callerRolesFor(entry.who).includes(part)) continue
    const plain =
      entry.kind === 'download' && callerRolesFor(entry.who).includes('administrator')
        ? { ...EVERYBODY, format: 'csv' }
        : {}
    for (const question of QUESTIONS[entry.path] ?? [plain]) {
      const before = await newestLine()
      const { text, isGood } = await ask(entry, question, by)
      if (isGood) shown.good.add(entry.path)
      const others = people.filter(({ code }) => code !== by?.code)
      const idCards = found(text, ID_CARD).filter((one) => !own.has(one))
      for (const { idCard, numbers } of others)
        if (idCards.includes(idCard) && numbers.some((one) => text.includes(one)))
          shown.pairs.push(`${part} ${entry.path}`)
      const theirs = new Set(others.flatMap(({ idCard, phone }) => [idCard, phone]))
      const full = [...idCards, ...found(text, PHONE)].filter(
        (one) => !own.has(one) && (part !== 'student' || theirs.has(one)),
      )
      if (full.length === 0) continue
      const lines = await linesBehind(before, by?.code ?? 'nobody')
      if (lines.length === 0) shown.unlogged.push(`${part} ${entry.path}`)
      if (ONE_AT_A_TIME.includes(entry.path))
        expect([entry.path, full.length]).toEqual([entry.path, 1])
    }
  }
  return shown
}

describe('full numbers in the answers of all calls to all roles', () => {
  const shown: Shown[] = []
  beforeAll(async () => {
    for (const part of CALLER_ROLES)
      shown.push(await walk(part, part === 'nobody' ? undefined : DEMO_USER_BY_ROLE[part]))
    // A continuing student has grades and courses, which a new student lacks.
    shown.push(await walk('student', '880001'))
  })
  const allOf = (what: 'pairs' | 'unlogged') => [...new Set(shown.flatMap((one) => one[what]))]

  test('no answer has another person’s number together with their identity document, which would be enough to sign in [security 14]', () => {
    expect(allOf('pairs')).toEqual([])
  })

  test('showing another person’s phone number or identity document is always logged with the viewer [security 14]', () => {
    expect(allOf('unlogged')).toEqual([])
  })

  test('every call that returns data was answered successfully to some role, or has a reason why not', () => {
    const good = new Set(shown.flatMap((one) => [...one.good]))
    const unasked = all.filter(
      (entry) =>
        NOT_ASKED[entry.path] === undefined &&
        !TELL_WHAT_WAS_DONE.has(entry.path) &&
        !good.has(entry.path) &&
        (entry.kind === 'file' ||
          entry.kind === 'download' ||
          Object.keys(('output' in entry && entry.output.fields) || {}).length > 0),
    )
    expect(unasked.map(({ path }) => path)).toEqual([])
  })
})
