import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StudentPageRole } from '#contract/roles'
import { listVisiblePageParts } from '#server/features/students/role-permissions'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import {
  uniformFormBody,
  householdFormBody,
  travelFormBody,
} from '../support/backend/form-bodies.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { type FreshStudent, enrolSignedInStudent } from '../support/backend/students.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const OWN = '紫荆苑3号楼'
const OTHER = '海棠苑1号楼'
const ADD_WAY = '/api/TravelInformation/addBusInformation'
const FIND_WAY = '/api/TravelInformation/findBusInformation'

let backend: Backend
const office = new Map<StudentPageRole, SignedInUser>()
const PEOPLE: readonly [StudentPageRole, string][] = [
  ['administrator', 'T4001'],
  ['admissions', 'T5001'],
  ['finance', 'T6001'],
  ['dorm-office', 'T7001'],
  ['dorm-supervisor', 'T2001'],
  ['review-teacher', 'T3001'],
]
beforeAll(async () => {
  backend = await startBackend()
  for (const [role, number] of PEOPLE) office.set(role, await backend.signInAs(number))
})
afterAll(() => backend.close())

const as = (role: StudentPageRole, verb: string, body: object) => {
  const who = office.get(role)
  if (who === undefined) throw new Error(`nobody is ${role}`)
  return who.post(`/api/manage/students/${verb}`, body)
}
const reason = '学生到窗口办理'
const act = (verb: string, { subject }: Pick<FreshStudent, 'subject'>, more: object = {}) =>
  as('administrator', verb, { student: subject, reason, ...more })
const pageOf = async (subject: string, role: StudentPageRole = 'administrator') =>
  (await as(role, 'open', { student: subject })).body.data
const by = ({ token }: FreshStudent, path: string, body: object = {}, headers = {}) =>
  backend.post(path, body, { authorization: token, ...headers })
const giveBed = (student: string, building: string, bed = student) =>
  backend.db
    .insertInto('dorm_place')
    .values({ student_code: student, type_name: '四人间', building, room: '601', bed })
    .execute()
const findAuditEntries = (subject: string) =>
  backend.db
    .selectFrom('office_log')
    .select(['action', 'staff_code', 'reason', 'details'])
    .where('about', '=', `student:${subject}`)
    .orderBy('id')
    .execute()
const historyOf = (subject: string, form: string) =>
  backend.db
    .selectFrom('form_history')
    .select(['version', 'origin', 'by_code', 'words'])
    .where('student_code', '=', subject)
    .where('form', '=', form)
    .orderBy('id')
    .execute()

describe('which sections of the student page a staff role sees', () => {
  const ALL = 'idCard phone steps forms receipts applications money room arrival phones'
  const TABLE: Readonly<Record<StudentPageRole, string>> = {
    administrator: ALL,
    admissions: ALL,
    finance: 'money',
    'dorm-office': 'phone room arrival',
    'dorm-supervisor': 'room arrival',
    'review-teacher': 'applications',
  }
  test('one table lists for each staff role the sections of the student page that the role sees', () => {
    for (const [role] of PEOPLE)
      expect([role, listVisiblePageParts([role]).join(' ')]).toEqual([role, TABLE[role]])
    expect(listVisiblePageParts(['finance', 'review-teacher'])).toEqual(['applications', 'money'])
  })

  test('the student page contains only the sections that the caller’s staff role sees', async () => {
    const { subject } = await enrolSignedInStudent(backend)
    await giveBed(subject, OWN)
    const shown: Record<string, string[]> = {}
    for (const [role] of PEOPLE) {
      const { who: _who, may: _may, ...parts } = await pageOf(subject, role)
      shown[role] = Object.keys(parts).filter((part) => parts[part] !== null)
    }
    expect(shown['finance']).toEqual(['money'])
    expect(shown['dorm-office']).toEqual(['person', 'home', 'arrival'])
    expect(shown['dorm-supervisor']).toEqual(['home', 'arrival'])
    expect(shown['review-teacher']).toEqual(['applications'])
    expect(shown['admissions']).toHaveLength(9)
    expect((await pageOf(subject, 'dorm-office')).person).toEqual({
      idCard: '',
      phone: '138****0000',
    })
  })
})

test('finance sees the same amounts as the student: offset, scholarship and owed, for the year and each fee, and the channel [FEE-10 FEE-23 FEE-24]', async () => {
  const who = await enrolPayer(backend)
  const year = currentFeeYear(backend)
  await backend.db
    .insertInto('scholarship')
    .values({ student_code: who.subject, year, amount_fen: 200_000, offset_done: true })
    .execute()
  await who.endPaymentSheet(await who.order(500_000), 'ok')
  const { money } = await pageOf(who.subject, 'finance')
  const own = await who.overview()
  expect(money.years).toEqual([
    { year, due: 1_980_000, paid: 500_000, offset: 200_000, owed: 1_280_000 },
  ])
  expect([own.needFee, own.isFee, own.owefee]).toEqual(['19800.00', '5000.00', '12800.00'])
  expect(money.scholarship).toEqual({ amount: 200_000, offset: '1' })
  expect(money.charges).toEqual([
    { year, item: '学费', due: 1_860_000, paid: 500_000, offset: 200_000, owed: 1_160_000 },
    { year, item: '住宿费', due: 120_000, paid: 0, offset: 0, owed: 120_000 },
  ])
  expect(money.credits).toMatchObject([{ amount: 500_000, surplus: 0, way: 'wechat' }])
})

test('a search for students finds a phone number only for the staff roles that see phone numbers, and each search is logged and counted [security 17]', async () => {
  const { subject } = await enrolSignedInStudent(backend)
  await backend.db
    .updateTable('student')
    .set({ phone: '13912347531' })
    .where('code', '=', subject)
    .execute()
  await giveBed(subject, OWN)
  const search = async (role: StudentPageRole, find: string) => {
    const { body } = await as(role, 'search', { find, after: '' })
    return body.data.map(({ student }: { student: string }) => student)
  }
  for (const [role] of PEOPLE)
    expect([role, await search(role, '2347531')]).toEqual([
      role,
      ['administrator', 'admissions', 'dorm-office'].includes(role) ? [subject] : [],
    ])
  await search('admissions', '13912347531')
  const line = await backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(line).toEqual({
    staff_code: 'T5001',
    action: 'students.search',
    details: { find: '139****7531', found: 1 },
  })
  await backend.db
    .updateTable('rate_limit')
    .set({ points: 300 })
    .where('key', 'like', 'searches:%')
    .execute()
  expect((await as('finance', 'search', { find: '2347531', after: '' })).status).toBe(429)
  await backend.db.deleteFrom('rate_limit').execute()
})

describe('which actions on a student a staff role can take, in the buildings assigned to the staff member and in others', () => {
  const ADMISSIONS = ['administrator', 'admissions']
  const HOMES = ['administrator', 'dorm-office']
  const TABLE: readonly [string, readonly string[], object?][] = [
    ['reveal', [...ADMISSIONS, 'dorm-office'], { what: 'phone' }],
    ['unlock', ADMISSIONS],
    ['unbind', ADMISSIONS, { phone: 'x' }],
    ['reopen', ADMISSIONS, { step: 1 }],
    ['openForm', ADMISSIONS, { form: 'travel' }],
    ['saveForm', ADMISSIONS, { form: 'travel', version: 'travel-9', words: {} }],
    ['look', ADMISSIONS, { subject: 'x', items: [] }],
    [
      'deliver',
      ADMISSIONS,
      { version: 'x', item: { form: 'x', key: 'k'.repeat(8), schemaVersion: 1, words: {} } },
    ],
    ['places', HOMES, { building: '' }],
    ['assignRoom', HOMES, { from: 'x', building: 'x', room: 'x', bed: 'x' }],
    ['arrive', [...ADMISSIONS, 'dorm-office', 'dorm-supervisor']],
    ['unarrive', [...ADMISSIONS, 'dorm-office']],
    ['clearRoom', HOMES, { from: 'x' }],
    ['admit', ADMISSIONS, { done: '0' }],
    ['withdraw', ADMISSIONS],
    ['readmit', ADMISSIONS],
  ]
  for (const building of [OWN, OTHER])
    test(`each role can do its own actions, and no others, to a student in ${building}`, async () => {
      const { subject } = await enrolSignedInStudent(backend)
      await giveBed(subject, building)
      const said: unknown[] = []
      const expected: unknown[] = []
      for (const [verb, roles, more] of TABLE)
        for (const [role] of PEOPLE) {
          const body = {
            student: subject,
            ...(!['reveal', 'openForm', 'look', 'places'].includes(verb) && { reason }),
            ...more,
          }
          const { status, body: answer } = await as(role, verb, body)
          const isHidden = answer.msg === '没有找到您要的内容'
          said.push([verb, role, status === 403 || isHidden ? 'no' : 'yes'])
          const reaches = building === OWN || role !== 'dorm-supervisor'
          expected.push([verb, role, roles.includes(role) && reaches ? 'yes' : 'no'])
        }
      expect(said).toEqual(expected)
    })

  test('a supervisor finds only the residents of their own buildings', async () => {
    const [mine, other] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    await giveBed(mine.subject, OWN)
    await giveBed(other.subject, OTHER)
    const found = async (role: StudentPageRole, find: string) =>
      (await as(role, 'search', { find, after: '' })).body.data.length
    expect(await found('dorm-supervisor', mine.subject)).toBe(1)
    expect(await found('dorm-supervisor', other.subject)).toBe(0)
    expect(await found('finance', other.subject)).toBe(1)
    expect((await as('dorm-supervisor', 'open', { student: other.subject })).body.code).toBe('-1')
  })

  test('every action on a student needs a reason, which the log stores', async () => {
    const student = await enrolSignedInStudent(backend)
    const silent = await as('administrator', 'withdraw', { student: student.subject, reason: ' ' })
    expect(silent.status).toBe(422)
    await act('withdraw', student)
    expect(await findAuditEntries(student.subject)).toMatchObject([
      { action: 'students.withdraw', staff_code: 'T4001', reason },
    ])
  })
})

test('a student can be found by number, name, the last digits of the phone number, and a receipt number read out', async () => {
  const student = await enrolSignedInStudent(backend)
  await backend.db
    .updateTable('student')
    .set({ phone: '13877776543', name: '欧阳测试' })
    .where('code', '=', student.subject)
    .execute()
  const sent = await by(student, ADD_WAY, travelFormBody(), {
    'idempotency-key': `key-${student.subject}`,
  })
  const receipt = sent.headers.get('receipt') ?? ''
  const { examNumber } = (await pageOf(student.subject)).who
  for (const find of [
    student.subject,
    examNumber,
    '欧阳',
    '6543',
    receipt,
    receipt.replace('-', '').toLowerCase(),
  ]) {
    const { body } = await as('admissions', 'search', { find, after: '' })
    expect([find, body.data.map((one: { student: string }) => one.student)]).toEqual([
      find,
      [student.subject],
    ])
  }
  expect((await as('admissions', 'search', { find: '', after: '' })).body.data).toEqual([])
  expect((await as('admissions', 'search', { find: '%', after: '' })).body.data).toEqual([])
  expect((await pageOf(student.subject)).receipts).toMatchObject([{ receipt, form: 'travel' }])
})

test('ID number and phone number are masked, and showing one of them is logged', async () => {
  const { subject } = await enrolSignedInStudent(backend)
  expect((await pageOf(subject)).person.phone).toBe('138****0000')
  const { body } = await as('dorm-office', 'reveal', { student: subject, what: 'phone' })
  expect(body.data).toBe('13800000000')
  expect((await as('dorm-office', 'reveal', { student: subject, what: 'idCard' })).status).toBe(403)
  expect(
    (await as('admissions', 'reveal', { student: subject, what: 'idCard' })).body.data,
  ).toHaveLength(18)
  expect(await findAuditEntries(subject)).toMatchObject([
    { action: 'students.reveal', staff_code: 'T7001', details: { what: 'phone' } },
    { action: 'students.reveal', staff_code: 'T5001', details: { what: 'idCard' } },
  ])
})

describe('the history of a form', () => {
  test('the history of a form has one entry for each effect, however often a submission arrives', async () => {
    const student = await enrolSignedInStudent(backend)
    const headers = { 'idempotency-key': `once-${student.subject}` }
    await by(student, ADD_WAY, travelFormBody(), headers)
    const replay = await by(student, ADD_WAY, travelFormBody(), headers)
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    await by(student, ADD_WAY, travelFormBody({ heelNum: '2' }), { 'if-match': '"travel-0"' })
    await by(student, ADD_WAY, travelFormBody({ heelNum: '3' }), { 'if-match': '"travel-1"' })
    expect(await historyOf(student.subject, 'travel')).toMatchObject([
      { version: 1, origin: 'phone', by_code: student.subject, words: { companions: '1' } },
      { version: 2, origin: 'phone', by_code: student.subject, words: { companions: '3' } },
    ])
  })

  test('each form has a history, which shows field names and masked numbers', async () => {
    const student = await enrolSignedInStudent(backend)
    await giveBed(student.subject, OWN)
    await by(student, '/api/NewReports/addNewReports', householdFormBody())
    await by(student, '/api/uniSele/add', { formList: uniformFormBody().formList })
    await by(student, '/Livings/addReserve', { processId: '7', packageId: '1,3' })
    const [uniform] = await historyOf(student.subject, 'uniform')
    expect(uniform?.words).toMatchObject({
      garments: [{ garmentName: expect.stringMatching(/./) }, {}, {}, {}],
    })
    const [living] = await historyOf(student.subject, 'living')
    expect(living?.words).toMatchObject({ packages: [{ name: expect.stringMatching(/./) }, {}] })
    const { forms } = await pageOf(student.subject)
    const family = forms.find((one: { form: string }) => one.form === 'family')
    expect(family.history[0].words).toMatchObject({
      phone: '139****5678',
      members: [{ phone: '199****5678' }],
    })
    expect(JSON.stringify(forms)).not.toContain('13912345678')
  })

  test('the history of a form cannot be changed', async () => {
    await expect(
      backend.db.updateTable('form_history').set({ version: 7 }).execute(),
    ).rejects.toThrow('not changed')
  })
})

describe('a form that the office fills in for a student', () => {
  const payloadFields = async (student: FreshStudent) => {
    await by(student, ADD_WAY, travelFormBody())
    const { body } = await as('admissions', 'openForm', {
      student: student.subject,
      form: 'travel',
    })
    return body
  }

  test('a form that the office fills in is saved as a newer version, is marked as the office’s, and completes the step', async () => {
    const student = await enrolSignedInStudent(backend)
    const opened = await payloadFields(student)
    expect(opened).toMatchObject({ step: '2', version: 'travel-1', data: { companions: '1' } })
    const saved = await as('admissions', 'saveForm', {
      student: student.subject,
      reason,
      form: 'travel',
      version: 'travel-1',
      words: { ...opened.data, student: 'S990001', companions: '4' },
    })
    expect(saved.body.code).toBe('0')
    expect(await historyOf(student.subject, 'travel')).toMatchObject([
      { origin: 'phone' },
      {
        version: 2,
        origin: 'desk',
        by_code: 'T5001',
        words: { companions: '4', student: student.subject },
      },
    ])
    const phone = await by(student, FIND_WAY)
    expect([phone.headers.get('etag'), phone.body.results.heelNum]).toEqual(['"travel-2"', '4'])
    const { forms, steps } = await pageOf(student.subject)
    expect(forms[1].history[0]).toMatchObject({ origin: 'desk', by: '马丽华 T5001' })
    expect(steps.find((step: { id: number }) => step.id === 2).done).toBe('1')
  })

  test('a form cannot be saved over a version that its sender has not seen, neither by the office nor by the student’s phone', async () => {
    const student = await enrolSignedInStudent(backend)
    const { data } = await payloadFields(student)
    const body = {
      student: student.subject,
      reason,
      form: 'travel',
      version: 'travel-1',
      words: data,
    }
    expect((await as('admissions', 'saveForm', body)).status).toBe(200)
    expect((await as('admissions', 'saveForm', body)).status).toBe(412)
    const late = await by(student, ADD_WAY, travelFormBody({ heelNum: '9' }), {
      'if-match': '"travel-1"',
      'idempotency-key': `late-${student.subject}`,
    })
    expect(late.status).toBe(412)
    expect(await historyOf(student.subject, 'travel')).toHaveLength(2)
  })

  test('a form that the office fills in is validated like the student’s own', async () => {
    const student = await enrolSignedInStudent(backend)
    const { data } = await payloadFields(student)
    const { status, body } = await as('admissions', 'saveForm', {
      student: student.subject,
      reason,
      form: 'travel',
      version: 'travel-1',
      words: { ...data, companions: 'many' },
    })
    expect([status, body.issues[0].path]).toEqual([422, 'companions'])
  })
})

test('the office can fill in personal details without an SMS code, over the version that it saw, with a reason in the log', async () => {
  const student = await enrolSignedInStudent(backend)
  const asked = { student: student.subject, form: 'details' }
  const opened = (await as('admissions', 'openForm', asked)).body
  expect(opened).toMatchObject({ step: '', version: 'details-0', data: {} })
  const payloadFields = {
    name: '陈晓雨',
    wechat: 'chen_xiaoyu',
    email: 'chen@example.edu',
    phone: '13912345678',
    members: [{ name: '陈建国', relation: '002', phone: '13812345678' }],
  }
  const save = (version: string, change: object = {}, role: StudentPageRole = 'admissions') =>
    as(role, 'saveForm', { ...asked, reason, version, words: { ...payloadFields, ...change } })
  expect((await save('details-0', { email: 'no' })).body.issues[0].path).toBe('email')
  expect((await save('details-0', {}, 'finance')).status).toBe(403)
  expect((await save('details-0', { student: 'S990001' })).body.code).toBe('0')
  expect((await save('details-0')).status).toBe(412)
  expect((await save('details-1', { wechat: 'chen_new01' })).body.code).toBe('0')
  const found = await by(student, '/api/perDetiles/find', { stuCode: '' })
  expect(found.body.data).toMatchObject({ wxId: 'chen_new01', phoneNum: '13912345678' })
  expect(await historyOf(student.subject, 'details')).toMatchObject([
    { version: 1, origin: 'desk', by_code: 'T5001' },
    { version: 2, origin: 'desk', by_code: 'T5001', words: { wechat: 'chen_new01' } },
  ])
  const log = await backend.db
    .selectFrom('office_log')
    .select(['action', 'reason', 'details'])
    .where('about', '=', `student:${student.subject}`)
    .where('action', '=', 'students.saveForm')
    .execute()
  expect(log[0]).toMatchObject({ reason, details: { form: 'details', version: 'details-1' } })
})

describe('a submission exported from a student’s phone', () => {
  const travelOf = (student: FreshStudent, change: object = {}) => ({
    student: student.subject,
    step: '2',
    startCity: '广东省,东莞市',
    startDate: travelFormBody()['startDate'],
    arrivalDate: travelFormBody()['arriveDate'],
    arrivalTime: '14:30',
    mode: '火车',
    companions: '1',
    remark: '和家人一起',
    open: true,
    ...change,
  })
  const item = (student: FreshStudent, change: object = {}) => ({
    form: 'travel',
    key: `item-${student.subject}`,
    schemaVersion: 1,
    words: travelOf(student, change),
  })
  const look = (student: FreshStudent, items: object[], subject = student.subject) =>
    as('admissions', 'look', { student: student.subject, subject, items })
  const deliver = (student: FreshStudent, one: object, version = 'travel-0') =>
    as('admissions', 'deliver', { student: student.subject, reason, version, item: one })
  const key = (student: FreshStudent) => ({ 'idempotency-key': `item-${student.subject}` })

  test('an exported submission is delivered under its own key: the phone that sends it later gets the same receipt, and it takes effect once', async () => {
    const student = await enrolSignedInStudent(backend)
    const [seen] = (await look(student, [item(student)])).body.data
    expect(seen).toMatchObject({ state: 'new', theirs: {}, version: 'travel-0' })
    const { body } = await deliver(student, item(student))
    expect(body).toMatchObject({ code: '0', again: '0', receipt: expect.stringMatching(/.{9}/) })
    const late = await by(
      student,
      ADD_WAY,
      travelFormBody({ stuCode: student.subject }),
      key(student),
    )
    expect([late.status, late.headers.get('receipt')]).toEqual([200, body.receipt])
    expect(late.body.results).toBe(true)
    expect(await historyOf(student.subject, 'travel')).toMatchObject([
      { version: 1, origin: 'desk', by_code: 'T5001' },
    ])
    expect((await deliver(student, item(student))).body).toMatchObject({
      again: '1',
      receipt: body.receipt,
    })
    expect(
      (await findAuditEntries(student.subject)).map(({ details }) => details['again']),
    ).toEqual([undefined, false, true])
  })

  test('an exported submission is recognized if the phone has already sent it, or has sent another payload under its key', async () => {
    const student = await enrolSignedInStudent(backend)
    const sent = await by(
      student,
      ADD_WAY,
      travelFormBody({ stuCode: student.subject }),
      key(student),
    )
    const receipt = sent.headers.get('receipt')
    const [same] = (await look(student, [item(student)])).body.data
    expect(same).toMatchObject({ state: 'arrived', receipt, version: 'travel-1' })
    expect((await deliver(student, item(student), 'travel-1')).body).toMatchObject({
      again: '1',
      receipt,
    })
    const other = item(student, { companions: '7' })
    expect((await look(student, [other])).body.data[0].state).toBe('other-words')
    expect((await deliver(student, other, 'travel-1')).body.code).toBe('-1')
    expect(await historyOf(student.subject, 'travel')).toHaveLength(1)
  })

  test('an exported submission is not delivered over values that the office was not shown beside it', async () => {
    const student = await enrolSignedInStudent(backend)
    await by(student, ADD_WAY, travelFormBody({ heelNum: '2' }))
    expect((await deliver(student, item(student))).status).toBe(412)
    const [seen] = (await look(student, [item(student)])).body.data
    expect(seen).toMatchObject({ mine: { companions: '1' }, theirs: { companions: '2' } })
    expect((await deliver(student, item(student), seen.version)).body.code).toBe('0')
  })

  test('an exported submission of another student, or an invalid one, is refused with a message', async () => {
    const student = await enrolSignedInStudent(backend)
    const other = await look(student, [], 'S990001')
    expect(other.body).toEqual({ code: '-1', msg: '这个文件是其他学生的，不能在这里打开' })
    const hostile = [
      { ...item(student), form: 'constructor' },
      { ...item(student), schemaVersion: 99 },
      { ...item(student), words: { companions: { a: 1 } } },
      { ...item(student), words: { __proto__: null } },
    ]
    const { body } = await look(student, hostile)
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual(
      hostile.map(() => 'unreadable'),
    )
    for (const one of hostile) expect((await deliver(student, one)).body.code).toBe('-1')
    const many = Array.from({ length: 101 }, () => item(student))
    expect((await look(student, many)).status).toBe(422)
    expect((await look(student, [{ ...item(student), key: 'short' }])).status).toBe(422)
  })
})

test('the office can unblock a sign-in that is blocked after wrong attempts', async () => {
  const student = await enrolSignedInStudent(backend)
  const { examNumber } = (await pageOf(student.subject)).who
  const { id_card: idCard } = await backend.db
    .selectFrom('student')
    .select('id_card')
    .where('code', '=', student.subject)
    .executeTakeFirstOrThrow()
  const signIn = (card: string) =>
    backend.post('/api/binding/findstu', { stuNumber: examNumber, idCard: card, openId: '' })
  expect((await act('unlock', student)).body.msg).toBe('该学生的登录没有被锁定')
  for (let count = 0; count < 5; count++) await signIn('110101200001010000')
  expect((await signIn(idCard)).status).toBe(429)
  expect((await pageOf(student.subject)).phones.blockedUntil).not.toBe('')
  expect((await act('unlock', student)).body.code).toBe('0')
  expect((await signIn(idCard)).status).toBe(200)
  expect((await pageOf(student.subject)).phones.blockedUntil).toBe('')
})

test('the office can end the binding and the session of a lost phone, which is told why; other phones stay bound', async () => {
  const student = await enrolSignedInStudent(backend)
  const { db } = backend
  await db
    .updateTable('session')
    .set({ open_id: `open-${student.subject}` })
    .where('code', '=', student.subject)
    .execute()
  await db
    .insertInto('binding')
    .values({
      open_id: `open-${student.subject}`,
      role: 'student',
      code: student.subject,
      bound_at: backend.clock.now(),
    })
    .execute()
  const { id_card: idCard, exam_number: number } = await db
    .selectFrom('student')
    .select(['id_card', 'exam_number'])
    .where('code', '=', student.subject)
    .executeTakeFirstOrThrow()
  const second = await backend.post('/api/binding/findstu', {
    stuNumber: number,
    idCard,
    openId: '',
  })
  const { phones } = await pageOf(student.subject)
  expect(phones.all).toHaveLength(2)
  expect(JSON.stringify(phones)).not.toContain('open-')
  const lost = phones.all.find((phone: { bound: string }) => phone.bound === '1')
  expect((await act('unbind', student, { phone: lost.id })).body.code).toBe('0')
  expect((await by(student, FIND_WAY)).body).toMatchObject({ status: -400, why: 'office' })
  expect((await by({ ...student, token: second.body.token }, FIND_WAY)).status).toBe(200)
  expect(
    await db.selectFrom('binding').select('code').where('code', '=', student.subject).execute(),
  ).toEqual([])
  expect((await act('unbind', student, { phone: lost.id })).body.code).toBe('-1')
})

test('the office can reopen a step', async () => {
  const student = await enrolSignedInStudent(backend)
  await by(student, ADD_WAY, travelFormBody())
  expect((await act('reopen', student, { step: 2 })).body.code).toBe('0')
  const { steps } = await pageOf(student.subject)
  expect(steps.find((step: { id: number }) => step.id === 2).done).toBe('0')
  expect((await act('reopen', student, { step: 2 })).body.msg).toBe('该步骤本来就没有完成')
})

/** Configure rooms of four beds, as the office does. */
const describeRooms = (building: string, rooms: Readonly<Record<string, '1' | '2' | null>>) =>
  backend.db
    .insertInto('dorm_room')
    .values(
      Object.entries(rooms).map(([room, gender]) => ({
        building,
        room,
        type_name: '四人间',
        beds: ['1', '2', '3', '4'],
        gender,
      })),
    )
    .execute()

test('a room can be assigned, changed and removed, and an occupied bed is refused with a message', async () => {
  const [first, second] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
  await describeRooms('新楼', { 101: null, 102: '1' })
  const place = { from: '', building: '新楼', room: '101', bed: '1' }
  expect((await act('assignRoom', first, place)).body.code).toBe('0')
  expect((await act('assignRoom', second, place)).body).toEqual({
    code: '-1',
    msg: '这个床位已经有人',
  })
  const there = async (bed: string) =>
    (await act('assignRoom', second, { ...place, room: '102', bed })).body.msg
  expect([await there('5'), await there('1')]).toEqual([
    '这个房间没有这个床位',
    '这个房间供另一性别的学生居住',
  ])
  const from = '新楼 101 1'
  expect((await act('assignRoom', first, { ...place, from, bed: '2' })).body.code).toBe('0')
  expect((await act('assignRoom', second, place)).body.code).toBe('0')
  expect((await pageOf(second.subject)).home.room).toMatchObject({ dormName: '新楼', bedID: '1' })
  expect((await act('clearRoom', second, { from })).body.code).toBe('0')
  expect((await act('clearRoom', second, { from })).body.msg).toBe('该学生没有房间')
  expect((await findAuditEntries(second.subject)).map(({ action }) => action)).toEqual([
    'students.assignRoom',
    'students.clearRoom',
  ])
})

test('a room that does not exist is refused, and an assigned bed has the type of its room', async () => {
  const student = await enrolSignedInStudent(backend)
  await describeRooms('东楼', { 301: null })
  const place = { from: '', building: '东楼', room: '999', bed: '1' }
  const unknown = await act('assignRoom', student, place)
  expect(unknown.body.msg).toContain('没有这个房间')
  expect((await pageOf(student.subject)).home.room).toBeNull()
  expect(
    (await act('assignRoom', student, { ...place, building: '不存在楼', room: '301' })).body.msg,
  ).toContain('没有这个房间')
  expect((await act('assignRoom', student, { ...place, room: '301' })).body.code).toBe('0')
  expect((await pageOf(student.subject)).home.room).toMatchObject({ typeName: '四人间' })
})

test('the office can choose among the beds of rooms in use for the student’s gender, and sees the residents', async () => {
  const [student, resident] = [
    await enrolSignedInStudent(backend),
    await enrolSignedInStudent(backend),
  ]
  await describeRooms('西楼', { 201: null, 202: '1', 203: '2', 1001: '2' })
  await backend.db
    .updateTable('dorm_room')
    .set({ withdrawn_at: new Date() })
    .where('building', '=', '西楼')
    .where('room', '=', '203')
    .execute()
  await act('assignRoom', resident, { from: '', building: '西楼', room: '201', bed: '2' })
  const { body } = await as('administrator', 'places', {
    student: student.subject,
    building: '西楼',
  })
  expect(body.buildings).toContainEqual({ building: '西楼', free: 7 })
  expect(body.rooms.map(({ room }: { room: string }) => room)).toEqual(['201', '1001'])
  const { name } = (await pageOf(resident.subject)).who
  expect(body.rooms[0].beds).toEqual([
    { bed: '1', who: '' },
    { bed: '2', who: name },
    { bed: '3', who: '' },
    { bed: '4', who: '' },
  ])
})

test('when two officers give a student a bed at once, the second is refused with a message', async () => {
  const student = await enrolSignedInStudent(backend)
  await describeRooms('南楼', { 101: null })
  const place = { from: '', building: '南楼', room: '101' }
  expect((await act('assignRoom', student, { ...place, bed: '1' })).body.code).toBe('0')
  const says = '其他人刚刚改过这名学生的床位，请刷新后再操作'
  expect((await act('assignRoom', student, { ...place, bed: '2' })).body.msg).toBe(says)
  expect((await act('clearRoom', student, { from: '南楼 101 3' })).body.msg).toBe(says)
  expect((await pageOf(student.subject)).home.room).toMatchObject({ bedID: '1' })
})

test('a student who is moved into a room while the room is edited gets the room’s new description', async () => {
  const { db } = backend
  await db
    .insertInto('dorm_room')
    .values({ building: '新楼', room: '103', type_name: '四人间', beds: ['1'], gender: null })
    .execute()
  /** Move a student in while the console has changed the room and has not committed yet. */
  const moveDuring = async (change: { type_name?: string; gender?: '1' | '2' }) => {
    const student = await enrolSignedInStudent(backend)
    const place = { from: '', building: '新楼', room: '103', bed: '1' }
    const moving = await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('dorm_room')
        .set(change)
        .where('building', '=', '新楼')
        .where('room', '=', '103')
        .execute()
      const begun = act('assignRoom', student, place)
      await waitUntil(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows[0]?.n).toBe(1)
      })
      return { begun }
    })
    const { body } = await moving.begun
    return { said: body.msg ?? '', home: (await pageOf(student.subject)).home.room }
  }
  expect((await moveDuring({ gender: '1' })).said).toBe('这个房间供另一性别的学生居住')
  const moved = await moveDuring({ gender: '2', type_name: '双人间' })
  expect(moved.home).toMatchObject({ dormName: '新楼', typeName: '双人间' })
})

test('without the admission check a student gets neither a pass nor an arrival, and the office can mark both', async () => {
  const student = await enrolSignedInStudent(backend)
  await giveBed(student.subject, OWN)
  expect((await act('arrive', student)).body.msg).toBe('该学生还没有通过入学资格审核')
  await act('admit', student, { done: '1' })
  expect((await by(student, '/api/binding/checkStuRegStatus')).body.msg).toBe('1')
  expect(
    (await as('dorm-supervisor', 'arrive', { student: student.subject, reason })).body.code,
  ).toBe('0')
  expect((await pageOf(student.subject)).arrival.arrived).toMatchObject({
    by: '吴秀英',
    source: 'desk',
    verified: '0',
    building: OWN,
    room: '601',
  })
  expect((await act('arrive', student)).body.msg).toBe('该学生已确认到校')
  // The office reverses a supervisor's confirmation, which stays on record with the reason.
  expect((await act('unarrive', student)).body.code).toBe('0')
  expect((await act('unarrive', student)).body.msg).toBe('该学生还没有到校记录')
  expect((await pageOf(student.subject)).arrival.arrived).toBeNull()
  await act('admit', student, { done: '0' })
  expect((await by(student, '/api/binding/checkStuRegStatus')).body.msg).toBe('0')
})

test('the office can confirm the arrival of a student without a room', async () => {
  const student = await enrolSignedInStudent(backend)
  await act('admit', student, { done: '1' })
  expect((await act('arrive', student)).body.code).toBe('0')
  expect((await pageOf(student.subject)).arrival.arrived).toMatchObject({ building: '', room: '' })
})

test('a withdrawn student can read but cannot get a pass, a bed, an order or supplies, until the withdrawal is reversed', async () => {
  const student = await enrolPayer(backend)
  await act('admit', student, { done: '1' })
  await giveBed(student.subject, OWN)
  await act('withdraw', student)
  const says = '您已放弃入学或退学，不能办理此项。如有疑问，请联系学校'
  const pass = () => by(student, '/api/binding/checkStuRegStatus', { key: 'A'.repeat(87) })
  const tried = async () => [
    (await pass()).body.msg,
    (await by(student, '/api/dormitoryType/insert', { housetype: '1', processId: '3' })).body
      .results,
    (await student.order(1_980_000)).body.msg,
    (await by(student, '/api/uniSele/add', { formList: uniformFormBody().formList })).body.msg,
    (await by(student, '/Livings/addReserve', { processId: '7', packageId: '1,3' })).body.msg,
  ]
  expect(await tried()).toEqual([says, says, says, says, says])
  for (const [verb, more] of [
    ['arrive', {}],
    ['assignRoom', { from: '', building: '新楼', room: '9', bed: '1' }],
    ['admit', { done: '1' }],
  ] as const)
    expect((await act(verb, student, more)).body.msg).toBe('该学生已放弃入学或退学，请先恢复')
  expect((await by(student, FIND_WAY)).status).toBe(200)
  expect((await act('readmit', student)).body.code).toBe('0')
  expect(await tried()).not.toContain(says)
})
