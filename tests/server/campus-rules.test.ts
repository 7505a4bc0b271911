import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CAMPUS_RULE_KEYS, CAMPUS_RULES, type RuleValue } from '#contract/campus-rule-list'
import { readSentRule } from '#contract/campus-rules'
import { PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { selectableReviewYears } from '#contract/review-years'
import { addSeconds, toChinaDay, toChinaMinute } from '#server/platform/clock'
import { versionTag } from '#server/platform/records/versioned-write'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { householdFormBody, loanFormBody, travelFormBody } from '../support/backend/form-bodies.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { enrolPayer } from '../support/backend/payer.ts'
import { enrolSignedInStudent, type FreshStudent } from '../support/backend/students.ts'

const EDITING = '/api/manage/rules'
const TRAVEL = '/api/TravelInformation/addBusInformation'
const HOUR = 3600

let backend: Backend
let admin: SignedInUser
let picture: string
beforeAll(async () => {
  backend = await startBackend()
  admin = await backend.signInAs('T4001')
  const bytes = await sharp({
    create: { width: 400, height: 300, channels: 3, background: 'white' },
  })
    .jpeg()
    .toBuffer()
  picture = bytes.toString('base64')
})
afterAll(() => backend.close())
beforeEach(() => backend.clock.set(new Date()))
afterEach(async () => {
  backend.clock.set(new Date())
  await backend.db.deleteFrom('campus_rule').execute()
})

const today = () => toChinaDay(backend.clock.now())
const dayIn = (days: number) => toChinaDay(addSeconds(backend.clock.now(), days * 24 * HOUR))
const minuteIn = (seconds: number) => toChinaMinute(addSeconds(backend.clock.now(), seconds))

const newest = async (rule: string): Promise<string> =>
  (await admin.post(`${EDITING}/list`)).body.data.find((one: { rule: string }) => one.rule === rule)
    ?.id ?? ''
const asked = (rule: keyof typeof CAMPUS_RULES, change: RuleValue, firstDay = today()) => ({
  rule,
  value: JSON.stringify({ ...CAMPUS_RULES[rule].initial, ...change }),
  firstDay,
})
/** Saves a change of the default value of a rule. */
const save = async (rule: keyof typeof CAMPUS_RULES, change: RuleValue, firstDay = today()) =>
  (
    await admin.post(`${EDITING}/save`, {
      ...asked(rule, change, firstDay),
      seen: await newest(rule),
      reason: '校务会决定',
    })
  ).body
const SAVED = { code: '0' }

const as = (
  { token }: Pick<FreshStudent, 'token'>,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
) => backend.post(path, body, { authorization: token, ...headers })
const rulesFor = async (who: Pick<FreshStudent, 'token'>) =>
  (await as(who, '/api/campusRules/find')).body.data

describe('the rules on phones', () => {
  test('a campus that has changed nothing has the constants of the specification [GRN-10 GRN-45 GRD-03 MAJ-09 LIV-13 AUD-05 XC-28]', async () => {
    const rules = await rulesFor(await enrolSignedInStudent(backend))
    expect(rules).toMatchObject({
      deferral: {
        formula: 'rest',
        paid: 1_200_000,
        percent: 50,
        limit: 1_200_000,
        quota: 0,
        students: 'new',
      },
      reduction: { formula: 'rest', paid: 1_200_000, quota: 0, students: 'continuing' },
      loan: { least: 100_000, most: 2_500_000, step: 100_000, years: 0 },
      grades: { mark: 60 },
      family: {
        occupations: [
          '工人',
          '农民',
          '教师',
          '医生',
          '公务员',
          '警察',
          '记者',
          '科学家',
          '工程师',
          '销售员',
          '其他',
        ],
        relations: [],
      },
      transfer: { arts: false, science: false, times: 1, reason: 100, students: 'new' },
      supplies: { word: '国际' },
      countdowns: { code: 60, bed: 1800 },
      review: { first: 2019, last: 2022 },
      'window-selectdorm': { from: '', until: '', note: '', noteEn: '' },
    })
    expect(readSentRule(rules, 'loan', { least: 1 })).toEqual(rules.loan)
    expect(readSentRule({ loan: { least: '1' } }, 'loan', { least: 1 })).toEqual({ least: 1 })
    expect(readSentRule(undefined, 'loan', { least: 1 })).toEqual({ least: 1 })
  })

  test('a rule is valid from its day on, and the next version from its own', async () => {
    const who = await enrolSignedInStudent(backend)
    expect(await save('loan', { most: 1_600_000 })).toEqual(SAVED)
    expect(await save('loan', { most: 2_000_000 }, dayIn(3))).toEqual(SAVED)
    expect((await rulesFor(who)).loan.most).toBe(1_600_000)
    backend.clock.set(`${dayIn(3)}T00:00:30+08:00`)
    expect((await rulesFor(who)).loan.most).toBe(2_000_000)
  })

  test('staff read the rules too, and a visitor is refused', async () => {
    const reviewer = await backend.signInAs('T3001')
    expect(await save('review', { first: 2024, last: 2024 })).toEqual(SAVED)
    expect((await rulesFor(reviewer)).review).toEqual({ first: 2024, last: 2024 })
    expect((await backend.post('/api/campusRules/find', {})).status).toBe(401)
    expect(selectableReviewYears(2026, { first: 2024, last: 2024 })).toEqual([
      '2026',
      '2025',
      '2024',
    ])
  })
})

describe('what the server judges by the rules', () => {
  const loan = async (applyMoney: string, who?: FreshStudent) =>
    (
      await as(
        who ?? (await enrolSignedInStudent(backend)),
        '/api/greenchannel/saveStuLoanMsg',
        loanFormBody(picture, { applyMoney }),
      )
    ).body

  test('a loan has one of the campus’s amounts, in the campus’s years of study [GRN-10]', async () => {
    await save('loan', { least: 200_000, most: 1_600_000, step: 200_000, years: 2 })
    expect((await loan('3000')).msg).toBe('请选择贷款金额')
    expect((await loan('25000')).msg).toBe('请选择贷款金额')
    expect((await loan('16000')).code).toBe(0)
    const older = await enrolSignedInStudent(backend)
    const year = String(Number(today().slice(0, 4)) - 2)
    await backend.db
      .updateTable('student')
      .set({ entry_year: year, grade: year })
      .where('code', '=', older.subject)
      .execute()
    expect(await loan('16000', older)).toMatchObject({ code: 1, msg: '仅限入学后前 2 个学年申请' })
  })

  const defer = async (applyMoney: string, who?: FreshStudent) => {
    const student = who ?? (await enrolSignedInStudent(backend))
    await backend.db
      .insertInto('charge')
      .values({
        student_code: student.subject,
        year: Number(today().slice(0, 4)),
        item: '学费',
        due_fen: 2_000_000,
        paid_fen: 0,
      })
      .execute()
    return (
      await as(student, '/api/greenchannel/saveStuJdlkMsg', {
        applyMoney,
        stuCode: '',
        applyHouseholderBaese64: picture,
        applyOneselfBaese64: picture,
        idCard: '',
      })
    ).body
  }

  test('a deferral is the total minus what the campus wants at once [GRN-45]', async () => {
    await save('deferral', { paid: 800_000 })
    expect((await defer('8000')).msg).toBe('缓交金额与应缴费用不符')
    expect((await defer('12000')).code).toBe(0)
  })

  test('a deferral is a percentage of the total, or what the student wants up to a limit [GRN-45]', async () => {
    await save('deferral', { formula: 'percent', percent: 30 })
    expect((await defer('6000')).code).toBe(0)
    await save('deferral', { formula: 'limit', limit: 500_000 })
    expect((await defer('5000.01')).msg).toBe('缓交金额不能超过 5000 元！')
    expect((await defer('123.45')).code).toBe(0)
  })

  const placesTaken = async (isNew: boolean) => {
    const year = today().slice(0, 4)
    const rows = await backend.db
      .selectFrom('green_application')
      .innerJoin('student', 'student.code', 'student_code')
      .select(['student.entry_year', 'student.grade'])
      .where('green_application.type', '=', '2')
      .where('year', '=', Number(year))
      .where('green_application.status', '<>', '2')
      .where('withdrawn_at', 'is', null)
      .execute()
    return rows.filter(
      ({ entry_year: entry, grade }) => (entry || grade).startsWith(year) === isNew,
    ).length
  }

  test('of two students at once the last place of the quota goes to one, and a rejected application frees it', async () => {
    await save('deferral', { quota: (await placesTaken(true)) + 1 })
    const both = await Promise.all([defer('8000'), defer('8000')])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.msg).toBe('今年的名额已满，请联系学校')
    await backend.db
      .updateTable('green_application')
      .set({ status: '2' })
      .where('type', '=', '2')
      .execute()
    expect((await defer('8000')).code).toBe(0)
  })

  const enrolOlder = async () => {
    const older = await enrolSignedInStudent(backend)
    await backend.db
      .updateTable('student')
      .set({ entry_year: '2020', grade: '2020' })
      .where('code', '=', older.subject)
      .execute()
    return older
  }

  test('a continuing student’s application is a reduction, by default of the specification’s amount [GRN-45 HOME-27]', async () => {
    expect((await defer('8000.01', await enrolOlder())).msg).toBe('缓交金额与应缴费用不符')
    await save('deferral', { paid: 1_500_000 })
    expect((await defer('8000', await enrolOlder())).code).toBe(0)
  })

  test('a reduction is at most an amount or a percentage, and a campus can take none', async () => {
    await save('reduction', { formula: 'limit', limit: 300_000 })
    expect((await defer('3000.01', await enrolOlder())).msg).toBe('缓交金额不能超过 3000 元！')
    expect((await defer('3000', await enrolOlder())).code).toBe(0)
    await save('reduction', { formula: 'share', percent: 33 })
    expect((await defer('6600.01', await enrolOlder())).msg).toBe('缓交金额不能超过 6600 元！')
    expect((await defer('6600', await enrolOlder())).code).toBe(0)
    await save('reduction', { students: 'none' })
    expect((await defer('8000', await enrolOlder())).msg).toBe('仅限今年入学的新生申请')
    expect((await defer('8000')).code).toBe(0)
  })

  test('where all students can defer, the rule of deferrals applies to continuing students instead of the rule of reductions', async () => {
    await save('reduction', { students: 'none' })
    await save('deferral', { students: 'all', paid: 1_000_000 })
    expect((await defer('10000', await enrolOlder())).code).toBe(0)
  })

  test('reductions have a quota of their own, and a student who has left holds no place', async () => {
    await save('reduction', { quota: (await placesTaken(false)) + 1 })
    await save('deferral', { quota: (await placesTaken(true)) + 1 })
    const first = await enrolOlder()
    expect((await defer('8000', first)).code).toBe(0)
    expect((await defer('8000', await enrolOlder())).msg).toBe('今年的名额已满，请联系学校')
    expect((await defer('8000')).code).toBe(0)
    await backend.db
      .updateTable('student')
      .set({ withdrawn_at: new Date() })
      .where('code', '=', first.subject)
      .execute()
    expect((await defer('8000', await enrolOlder())).code).toBe(0)
  })

  test('of two rejected applications that two reviewers approve at once, one gets the last place of the quota', async () => {
    const reviewer = await backend.signInAs('T3001')
    const students = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    for (const one of students) expect((await defer('8000', one)).code).toBe(0)
    const codes = students.map(({ subject }) => subject)
    await backend.db
      .updateTable('green_application')
      .set({ status: '2' })
      .where('student_code', 'in', codes)
      .execute()
    await save('deferral', { quota: (await placesTaken(true)) + 1 })
    const applied = await backend.db
      .selectFrom('green_application')
      .select(['id', 'review_id', 'student_code', 'version'])
      .where('student_code', 'in', codes)
      .execute()
    const answers = await Promise.all(
      applied.map(({ id, review_id, student_code, version }) =>
        reviewer.post(
          '/api/greenChannelAudit/updateStatus',
          {
            userId: 'UT3001',
            reason: '',
            auditType: '2',
            year: today().slice(0, 4),
            status: '1',
            stuCode: student_code,
            verifyId: review_id,
          },
          { 'if-match': versionTag(`application-${id}`, version) },
        ),
      ),
    )
    expect(answers.map(({ body }) => body.msg ?? 'approved').toSorted()).toEqual([
      'approved',
      '今年的名额已满，不能再通过已驳回的申请',
    ])
  })

  test('an import of dates and amounts is judged by the campus’s rule of loans, of when applications open', async () => {
    const office = createImportRunner(backend)
    await backend.db.deleteFrom('application_rule').execute()
    const row = { 年度: today().slice(0, 4), 申请类型: '贷款' }
    await save('loan', { least: 200_000, most: 5_000_000, step: 200_000 })
    await save('loan', { least: 600_000, most: 6_000_000, step: 600_000 }, dayIn(3))
    const refusedFor = async (change: Record<string, string>) =>
      (await office.dryRun('application-rules', [{ ...row, ...change }])).refused
    expect(await refusedFor({ 最低金额: '3000' })).toEqual([
      ['最低金额（元）', '应为2000到50000元，每档2000元（规则“生源地贷款”）'],
    ])
    expect(await refusedFor({ 最高金额: '48000' })).toEqual([])
    expect(await refusedFor({ 最高金额: '50000', 开放时间: `${dayIn(4)} 08:00` })).toEqual([
      ['最高金额（元）', '应为6000到60000元，每档6000元（规则“生源地贷款”）'],
    ])
    const narrow = await office.dryRun('application-rules', [{ ...row, 最高金额: '10000' }])
    expect(await office.apply('application-rules', narrow.id)).toBe('applied')
    expect((await loan('12000')).msg).toBe('今年的贷款金额应在2000到10000元之间')
    // An amount that is the specification's own counts as any other.
    await save('loan', { least: 100_000, most: 5_000_000, step: 100_000 })
    const own = await office.dryRun('application-rules', [{ ...row, 最高金额: '25000' }])
    expect(await office.apply('application-rules', own.id)).toBe('applied')
    expect((await loan('26000')).msg).toBe('今年的贷款金额应在1000到25000元之间')
    // A rule that contradicts the file leaves no amount, and says so.
    await save('loan', { least: 3_000_000, most: 5_000_000, step: 1_000_000 })
    expect((await loan('30000')).msg).toBe('今年没有可以申请的贷款金额，请联系学校')
    const open = await office.dryRun('application-rules', [{ ...row, 最高金额: '' }])
    expect(await office.apply('application-rules', open.id)).toBe('applied')
    expect(await loan('30000')).toMatchObject({ code: 0 })
    await backend.db.deleteFrom('application_rule').execute()
  })

  test('points and words pass by the campus’s mark [GRD-03]', async () => {
    const student = await backend.signInAs('880001')
    await backend.db
      .insertInto('grade')
      .values(
        ['72', '88', '合格'].map((score, at) => ({
          student_code: 'S880001',
          term: '2020-2021学年第一学期',
          course: `规则${at}`,
          score,
          credit: '1',
        })),
      )
      .execute()
    const passed = async () =>
      (
        await student.post('/getSocre', {
          stuNumber: '',
          idCard: '',
          year: '2020-2021',
          term: '1',
        })
      ).body.data.map((one: { passed?: string }) => one.passed)
    expect(await passed()).toEqual([undefined, undefined, '1'])
    await save('grades', { mark: 75, words: ['优秀'] })
    expect(await passed()).toEqual(['0', '1', '0'])
  })

  test('a reason for a transfer is as long as the campus wants [MAJ-09]', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('transfer', { reason: 5 })
    const apply = async (remark: string) =>
      (
        await as(who, '/api/changeMajor/insert', {
          stuCode: '',
          remark,
          majorIdOld: '',
          majorIdNew: '050101',
        })
      ).body
    expect((await apply('四个字呀')).issues[0]).toMatchObject({ path: 'remark' })
    expect((await apply('我有五个字')).issues).toBeUndefined()
  })

  test('a bed is held as long as the campus says [DORM-08]', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('countdowns', { bed: 600 })
    const { body } = await as(who, '/api/dormitoryType/QueryDormitoryType', { stuCode: '' })
    expect(body.holdSeconds).toBe(600)
  })

  test('a relation is one of those on offer, and a campus with its own occupations takes no others [FAM-14 FAM-22]', async () => {
    const who = await enrolSignedInStudent(backend)
    const send = async (change: Record<string, string>) =>
      (await as(who, '/api/NewReports/addNewReports', householdFormBody(change))).body
    expect((await send({ relation: '祖父' })).msg).toBe('请选择关系')
    await save('family', { relations: ['祖父'], occupations: ['船员', '其他'] })
    expect((await send({ relation: '祖父', job: '工人' })).msg).toBe('请选择学校提供的职业')
    expect((await send({ relation: '祖父', job: '船员' })).results).toBe(true)
    // What is on record stays allowed after the list has changed.
    await save('family', { relations: [], occupations: ['农民'] })
    expect((await send({ relation: '祖父', job: '船员' })).results).toBe(true)
    expect((await send({ relation: '祖父', job: '医生' })).msg).toBe('请选择学校提供的职业')
  })
})

describe('windows, and what waited on a phone', () => {
  const noticesOf = (student: string) =>
    backend.db
      .selectFrom('notice')
      .select(['title', 'content'])
      .where('subject', '=', `student:${student}`)
      .execute()
  const aged = (seconds: number) => ({ [PAYLOAD_AGE_HEADER]: String(seconds) })

  test('a step takes submissions from its opening until its end, and a late student is told what to do', async () => {
    const who = await enrolSignedInStudent(backend)
    const from = minuteIn(HOUR)
    await save('window-schoolInformation', {
      from,
      until: minuteIn(2 * HOUR),
      note: '请致电迎新办',
    })
    expect((await as(who, TRAVEL, travelFormBody())).body.msg).toBe(
      `这一步将于 ${from} 开放，请到时再提交`,
    )
    const until = minuteIn(2 * HOUR)
    const start = backend.clock.now()
    backend.clock.set(addSeconds(start, 1.5 * HOUR))
    expect((await as(who, TRAVEL, travelFormBody())).body.results).toBe(true)
    backend.clock.set(addSeconds(start, 3 * HOUR))
    expect((await as(who, TRAVEL, travelFormBody())).body.msg).toBe(
      `这一步已于 ${until} 截止。请致电迎新办`,
    )
    expect(await noticesOf(who.subject)).toEqual([])
  })

  test('a submission from before the end that arrives within the grace is accepted, and the student is told', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('window-schoolInformation', { until: minuteIn(HOUR) })
    backend.clock.set(addSeconds(backend.clock.now(), 10 * HOUR))
    const late = await as(who, TRAVEL, travelFormBody(), aged(9.5 * HOUR))
    expect(late.body.results).toBe(true)
    const [notice] = await noticesOf(who.subject)
    expect(notice?.title).toBe('“到校信息”已按提交时的规则处理')
    expect(notice?.content).toContain(minuteIn(-9.5 * HOUR))
  })

  test('an age above the grace, or an age after the end, does not help', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('late', { hours: 8 })
    const until = minuteIn(HOUR)
    await save('window-schoolInformation', { until })
    backend.clock.set(addSeconds(backend.clock.now(), 10 * HOUR))
    expect((await as(who, TRAVEL, travelFormBody(), aged(9.5 * HOUR))).body.msg).toBe(
      `这一步已于 ${until} 截止。您的内容在手机上等待超过了 8 小时，不能再按提交时的规则处理`,
    )
    expect((await as(who, TRAVEL, travelFormBody(), aged(2 * HOUR))).body.msg).toBe(
      `这一步已于 ${until} 截止`,
    )
  })

  test('a rule that changed while an item waited is the one of when it was submitted', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('family', { relations: ['祖父'] })
    backend.clock.set(addSeconds(backend.clock.now(), 5 * HOUR))
    expect(await save('family', { relations: ['监护人'] })).toEqual(SAVED)
    backend.clock.set(addSeconds(backend.clock.now(), HOUR))
    const body = householdFormBody({ relation: '祖父' })
    const send = async (headers: Record<string, string>) =>
      (await as(who, '/api/NewReports/addNewReports', body, headers)).body
    expect((await send({})).msg).toBe('请选择关系')
    expect((await send(aged(3 * HOUR))).results).toBe(true)
    expect(await noticesOf(who.subject)).toHaveLength(1)
  })

  test('a replayed submission is answered as before and tells the student once', async () => {
    const who = await enrolSignedInStudent(backend)
    await save('window-schoolInformation', { until: minuteIn(HOUR) })
    backend.clock.set(addSeconds(backend.clock.now(), 3 * HOUR))
    const headers = { ...aged(2.5 * HOUR), 'idempotency-key': crypto.randomUUID() }
    for (let at = 0; at < 2; at++)
      expect((await as(who, TRAVEL, travelFormBody(), headers)).body.results).toBe(true)
    expect(await noticesOf(who.subject)).toHaveLength(1)
  })

  test('a continuing student, who has no check-in, corrects the family record after the end of the step', async () => {
    const [who, older] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    await backend.db
      .updateTable('student')
      .set({ entry_year: '2020', grade: '2020' })
      .where('code', '=', older.subject)
      .execute()
    await save('window-personalinformation', { until: minuteIn(60) })
    await save('window-checkin', { until: minuteIn(60) })
    backend.clock.set(addSeconds(backend.clock.now(), HOUR))
    const send = async (one: FreshStudent) =>
      (await as(one, '/api/NewReports/addNewReports', householdFormBody({}))).body
    expect((await send(who)).msg).toContain('截止')
    expect((await send(older)).results).toBe(true)
  })

  test('the office fills in a form after its end', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, TRAVEL, travelFormBody())
    await save('window-schoolInformation', { until: minuteIn(60) })
    backend.clock.set(addSeconds(backend.clock.now(), HOUR))
    expect((await as(who, TRAVEL, travelFormBody({ heelNum: '3' }))).body.msg).toContain('截止')
    const named = { student: who.subject, form: 'travel' }
    const opened = (await admin.post('/api/manage/students/openForm', named)).body
    const saved = await admin.post('/api/manage/students/saveForm', {
      ...named,
      version: opened.version,
      reason: '学生来电',
      words: { ...opened.data, companions: '3' },
    })
    expect(saved.body).toEqual({ code: '0' })
  })

  test('a dormitory type is chosen only while its step is open [DORM-08]', async () => {
    const who = await enrolSignedInStudent(backend)
    const until = minuteIn(60)
    await save('window-selectdorm', { until })
    backend.clock.set(addSeconds(backend.clock.now(), HOUR))
    const { body } = await as(who, '/api/dormitoryType/insert', {
      stuCode: '',
      housetype: '1',
      processId: '3',
    })
    expect(body).toMatchObject({ code: '-1', results: `这一步已于 ${until} 截止` })
  })
})

describe('the windows of the online check-in and of payments', () => {
  const YEAR = () => Number(today().slice(0, 4))

  test('outside the window of the online check-in no form is taken, while payments and scans at the dormitory go on, at night too', async () => {
    const supervisor = await backend.signInAs('T2001')
    const who = await enrolPayer(backend)
    const until = minuteIn(60)
    await save('window-checkin', { until, note: '请到报到现场' })
    await backend.db
      .updateTable('student')
      .set({ checked_in_at: new Date() })
      .where('code', '=', who.subject)
      .execute()
    await backend.db
      .insertInto('dorm_place')
      .values({
        student_code: who.subject,
        type_name: '四人间',
        building: '紫荆苑3号楼',
        room: '601',
        bed: who.subject,
      })
      .execute()
    backend.clock.set(`${dayIn(1)}T02:30:00+08:00`)
    const closed = `这一步已于 ${until} 截止。请到报到现场`
    expect((await as(who, TRAVEL, travelFormBody())).body.msg).toBe(closed)
    expect((await who.order(500_000)).body.code).toBe(0)
    const scan = await supervisor.post('/api/stuEnter/add', {
      stuCode: who.subject,
      scanTime: backend.clock.now().toISOString(),
    })
    expect(scan.body).toMatchObject({ code: 0, msg: '登记成功' })
  })

  test('payments on the phone are taken in their window; an order of before its end is still credited', async () => {
    const who = await enrolPayer(backend)
    const late = await enrolPayer(backend)
    const from = minuteIn(HOUR)
    await save('window-onlinefee', { from, until: minuteIn(3 * HOUR), note: '请到财务处缴费' })
    const start = backend.clock.now()
    expect((await who.order(500_000)).body.msg).toBe(`这一步将于 ${from} 开放，请到时再提交`)
    const until = minuteIn(3 * HOUR)
    backend.clock.set(addSeconds(start, 3 * HOUR - 120))
    const ordered = await who.order(500_000)
    expect(ordered.body.code).toBe(0)
    const chosen = () => late.post('/payment/payCarry', { year: String(YEAR()), processId: 5 })
    backend.clock.set(addSeconds(start, 3 * HOUR + 120))
    expect(await who.endPaymentSheet(ordered, 'ok')).toBe(200)
    expect((await who.overview()).isFee).toBe('5000.00')
    const over = `这一步已于 ${until} 截止。请到财务处缴费`
    expect((await late.order(500_000)).body.msg).toBe(over)
    expect((await chosen()).body.msg).toBe(over)
    // Whoever has chosen to pay on campus in time opens the slip again.
    backend.clock.set(addSeconds(start, 2 * HOUR))
    expect((await chosen()).body.msg).toBeUndefined()
    backend.clock.set(addSeconds(start, 4 * HOUR))
    expect((await chosen()).body.msg).toBeUndefined()
  })
})

describe('editing', () => {
  test.each([
    ['loan', { least: 500_000, most: 400_000, step: 100_000 }, 'most', '最高金额不能低于最低金额'],
    ['loan', { step: 700_000 }, 'step', '最高金额与最低金额之差须是每档金额的整数倍'],
    ['loan', { step: 100 }, 'step', '贷款金额最多 200 档，请加大每档金额'],
    ['loan', { least: -1 }, 'least', '请填写金额，最多两位小数'],
    ['deferral', { percent: 101 }, 'percent', '请填写 1 到 100 之间的整数'],
    ['review', { first: 2030, last: 2020 }, 'last', '最晚年度不能早于最早年度'],
    ['family', { occupations: [] }, 'occupations', '必填哦'],
    [
      'family',
      { occupations: Array.from({ length: 101 }, (_, at) => `职业${at}`) },
      'occupations',
      '最多填写 100 项',
    ],
    ['family', { relations: ['父亲'] }, 'relations', '父亲、母亲、其他已经有了，不用再写'],
    [
      'window-livinguse',
      { from: '2026-09-02 08:00', until: '2026-09-01 08:00' },
      'until',
      '截止时间必须晚于开始时间',
    ],
    ['window-livinguse', { from: '2026-13-01 08:00' }, 'from', '请填写完整的日期和时间'],
  ] as const)('%s: %j is refused at %s with %s', async (rule, change, path, message) => {
    const said = await save(rule, change)
    expect(said.issues).toContainEqual({ path, message })
  })

  test('days before today, unknown rules, other shapes and an unchanged value are refused with a sentence', async () => {
    expect((await save('late', { hours: 1 }, dayIn(-1))).msg).toBe('生效日期不能早于今天')
    expect((await save('late', { hours: 1 }, dayIn(800))).msg).toBe('生效日期不能晚于两年后')
    expect((await save('late', {})).msg).toBe('与当时生效的规则相同，没有需要保存的修改')
    // The stored value has its keys in another order.
    expect(await save('deferral', { quota: 7 })).toEqual(SAVED)
    expect((await save('deferral', { quota: 7 })).msg).toBe(
      '与当时生效的规则相同，没有需要保存的修改',
    )
    await backend.db.deleteFrom('campus_rule').execute()
    const unknown = { rule: 'constructor', value: '{}', firstDay: today(), seen: '', reason: 'x' }
    expect((await admin.post(`${EDITING}/save`, unknown)).body.msg).toBe('没有找到您要的内容')
    const broken = { ...unknown, rule: 'late', value: '{' }
    expect((await admin.post(`${EDITING}/save`, broken)).status).toBe(422)
    expect(await backend.db.selectFrom('campus_rule').select('id').execute()).toEqual([])
  })

  test('of two editors who have read the same version the second one is refused', async () => {
    const change = { ...asked('late', { hours: 5 }), seen: '', reason: '一' }
    const both = await Promise.all([
      admin.post(`${EDITING}/save`, change),
      admin.post(`${EDITING}/save`, { ...change, value: '{"hours":6}' }),
    ])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual(['-1', '0'])
    expect(both.find(({ body }) => body.code === '-1')?.body.msg).toContain('刚刚被别人修改过')
  })

  test('the preview says what changes for whom, from when and until when, and saves nothing', async () => {
    await save('loan', { most: 2_000_000 }, dayIn(5))
    const { body } = await admin.post(
      `${EDITING}/preview`,
      asked('loan', { most: 1_000_000 }, dayIn(2)),
    )
    const students = await backend.db
      .selectFrom('student')
      .select('code')
      .where('withdrawn_at', 'is', null)
      .execute()
    const pending = await backend.db
      .selectFrom('green_application')
      .select('id')
      .where('type', '=', '1')
      .where('status', '=', '0')
      .execute()
    expect(body.data).toEqual({
      before: JSON.stringify(CAMPUS_RULES.loan.initial),
      validFrom: new Date(`${dayIn(2)}T00:00:00+08:00`).toISOString(),
      validUntil: new Date(`${dayIn(5)}T00:00:00+08:00`).toISOString(),
      audience: 'all',
      people: students.length,
      pending: pending.length,
    })
    expect(await backend.db.selectFrom('campus_rule').select('id').execute()).toHaveLength(1)
  })

  test('every rule has a default that its own schema accepts, and can be previewed', async () => {
    for (const rule of CAMPUS_RULE_KEYS) {
      expect(CAMPUS_RULES[rule].read(CAMPUS_RULES[rule].initial).type).toBe('ok')
      const { body } = await admin.post(`${EDITING}/preview`, asked(rule, {}))
      expect([rule, body.code]).toEqual([rule, '0'])
    }
  })

  test('a planned change is taken back, a change that applies is not, and the history names who and why', async () => {
    await save('late', { hours: 24 })
    expect(await save('late', { hours: 12 }, dayIn(2))).toEqual(SAVED)
    const { data } = (await admin.post(`${EDITING}/list`)).body
    expect(data).toMatchObject([
      { rule: 'late', value: '{"hours":12}', reason: '校务会决定', takenBack: '0' },
      { rule: 'late', value: '{"hours":24}', reason: '校务会决定', takenBack: '0' },
    ])
    const takeBack = async (id: string) =>
      (await admin.post(`${EDITING}/takeBack`, { id, reason: '改期' })).body
    expect(await takeBack(data[0].id)).toEqual(SAVED)
    expect((await takeBack(data[0].id)).msg).toBe('这项修改已经生效或已取消，请刷新后查看')
    expect((await takeBack(data[1].id)).msg).toBe('这项修改已经生效或已取消，请刷新后查看')
    const logged = await backend.db
      .selectFrom('office_log')
      .select(['action', 'staff_code', 'details'])
      .where('action', 'like', 'rules.%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(logged).toMatchObject([
      { action: 'rules.takeBack', staff_code: 'T4001' },
      {
        action: 'rules.save',
        details: {
          title: '延迟送达',
          before: { content: '宽限（小时） 24' },
          after: { content: '宽限（小时） 12' },
        },
      },
    ])
  })

  test('admissions and finance read the rules and cannot change them', async () => {
    for (const who of ['T5001', 'T6001'] as const) {
      const staff = await backend.signInAs(who)
      expect((await staff.post(`${EDITING}/list`)).body.code).toBe('0')
      const change = { ...asked('late', { hours: 5 }), seen: '', reason: 'x' }
      expect((await staff.post(`${EDITING}/save`, change)).status).toBe(403)
    }
  })
})
