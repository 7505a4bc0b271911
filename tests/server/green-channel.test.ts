import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  validateDeferralAmount,
  LOAN_APPLICATION_KIND,
  listLoanAmounts,
  LOAN_RULE,
} from '#contract/green-channel'
import {
  storeApplication,
  findOwnApplication,
  hasPendingApplication,
  withdrawApplication,
} from '#server/features/green-channel/store'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { loanFormBody } from '../support/backend/form-bodies.ts'
import { type FreshStudent, enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let reviewer: SignedInUser
let picture: string
const year = String(toChinaYear(new Date()))
beforeAll(async () => {
  backend = await startBackend()
  reviewer = await backend.signInAs('T3001')
  const bytes = await sharp({
    create: { width: 400, height: 300, channels: 3, background: 'white' },
  })
    .jpeg()
    .toBuffer()
  picture = bytes.toString('base64')
})
afterAll(() => backend.close())

const as = ({ token }: FreshStudent, path: string, body: object = {}) =>
  backend.post(`/api/greenchannel/${path}`, body, { authorization: token })
const loan = (change: object = {}) => loanFormBody(picture, change)
const household = (change: object = {}) => ({
  applyMoney: '7800',
  stuCode: '',
  applyHouseholderBaese64: picture,
  applyOneselfBaese64: picture,
  idCard: '',
  ...change,
})
const found = async (who: FreshStudent, of = 'selectStuLoanMsg') => (await as(who, of)).body.msg
/** A student with tuition and accommodation of the demo's amounts. */
async function due(): Promise<FreshStudent> {
  const who = await enrolSignedInStudent(backend)
  const charge = (item: string, due_fen: number) => ({
    student_code: who.subject,
    year: Number(year),
    item,
    due_fen,
    paid_fen: 0,
  })
  await backend.db
    .insertInto('charge')
    .values([charge('学费', 1_860_000), charge('住宿费', 120_000)])
    .execute()
  return who
}
const decide = async (who: FreshStudent, status: '1' | '2', reason = '') => {
  const record = (await found(who)) as Record<string, string>
  return reviewer.post('/api/greenChannelAudit/updateStatus', {
    status,
    userId: '',
    stuCode: who.subject,
    reason,
    auditType: '1',
    year,
    verifyId: record['verifyId'],
  })
}

describe('a loan application', () => {
  test('a student without an application gets the text null [GRN-11 GRN-12 GRN-13]', async () => {
    const who = await enrolSignedInStudent(backend)
    for (const of of ['selectStuLoanMsg', 'selectStuJdlkMsg', 'selectStuDelayfeeMsg'])
      expect(await found(who, of)).toBe('null')
  })

  test('a submitted loan application is pending and has all its fields [GRN-14 GRN-20 GRN-21 GRN-22 GRN-23 GRN-24 GRN-25]', async () => {
    const who = await enrolSignedInStudent(backend)
    expect((await as(who, 'saveStuLoanMsg', loan())).body).toMatchObject({ code: 0 })
    expect(await found(who)).toMatchObject({
      applyMoney: '8000.00',
      applyStatus: '0',
      reason: '',
      applyCode: '44012026001',
      receiptCode: 'AB12',
      year,
      filePath: expect.stringMatching(/^[\w-]{43}$/),
      filePath2: '',
      filePathTwo: '',
      applyType: '1',
      typeId: expect.any(String),
      verifyId: expect.any(String),
      auditType: '1',
      chargeAgainstStatus: '0',
      applyApplicationTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      name: '测试生',
      stuCode: who.subject,
      status: '在籍',
      idCard: expect.any(String),
      deptName: '信息学院',
      majorName: '软件工程',
      className: '1班',
      stuPhone: '13800000000',
    })
  })

  test('a missing field of a loan application is named in a message of its own [GRN-06 GRN-07 GRN-08 GRN-09]', async () => {
    const who = await enrolSignedInStudent(backend)
    const said = async (change: object) => (await as(who, 'saveStuLoanMsg', loan(change))).body.msg
    expect(await said({ applyMoney: '1500' })).toBe('请选择贷款金额')
    expect(await said({ applyCode: ' ' })).toBe('请输入借款合同号')
    expect(await said({ receiptCode: '' })).toBe('请输入回执校验码')
    expect(await said({ applyProveBaese64: '' })).toBe('国开行贷款回执单不能为空！')
    expect(await found(who)).toBe('null')
  })

  test('a loan amount is one of twenty-five amounts, a thousand yuan apart [GRN-10]', async () => {
    const amounts = listLoanAmounts(LOAN_RULE)
    expect([amounts.length, amounts[0], amounts.at(-1)]).toEqual([25, 100_000, 2_500_000])
    const who = await enrolSignedInStudent(backend)
    for (const applyMoney of ['0', '1500', '26000', '-1000', 'abc'])
      expect((await as(who, 'saveStuLoanMsg', loan({ applyMoney }))).status).toBe(422)
  })

  test('two loan applications submitted at once become one [D-104]', async () => {
    const who = await enrolSignedInStudent(backend)
    const both = await Promise.all([
      as(who, 'saveStuLoanMsg', loan()),
      as(who, 'saveStuLoanMsg', loan({ applyMoney: '9000' })),
    ])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual([0, 1])
    expect(both.find(({ body }) => body.code === 1)?.body.msg).toBe('您已有待审核的申请')
    const images = backend.db
      .selectFrom('image')
      .select('id')
      .where('student_code', '=', who.subject)
    expect(await images.execute()).toHaveLength(1)
  })

  test('a loan application belongs to the caller, whomever the request names [ID-47 D-09]', async () => {
    const who = await enrolSignedInStudent(backend)
    for (const foreign of [{ stuCode: 'S990003' }, { idCard: '110101200801010031' }])
      for (const path of ['saveStuLoanMsg', 'selectStuLoanMsg'])
        expect(
          (await as(who, path, path === 'saveStuLoanMsg' ? loan(foreign) : foreign)).status,
        ).toBe(403)
    expect((await as(who, 'saveStuLoanMsg', loan({ chargeAgainstStatus: '1' }))).status).toBe(422)
    expect(await found(who)).toBe('null')
  })

  test('a loan application of last year is separate and does not block this year’s [GRN-14 D-66]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    const mine = backend.db.updateTable('green_application').where('student_code', '=', who.subject)
    await mine.set({ year: Number(year) - 1 }).execute()
    const isPending = () =>
      hasPendingApplication(backend.db, { student: who.subject, year: Number(year) })
    expect([await found(who), await isPending()]).toEqual(['null', false])
    expect((await as(who, 'saveStuLoanMsg', loan({ applyMoney: '9000' }))).body.code).toBe(0)
    expect(await found(who)).toMatchObject({ year, applyMoney: '9000.00' })
    expect(await isPending()).toBe(true)
  })

  test('a pending loan application can be withdrawn by its ids, by its owner only [GRN-18 GRN-27]', async () => {
    const [who, other] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    await as(who, 'saveStuLoanMsg', loan())
    const { applyType, typeId, verifyId, filePath } = await found(who)
    expect((await as(other, 'delete', { applyType, typeId, verifyId })).body.code).toBe(1)
    expect((await as(who, 'delete', { applyType, typeId, verifyId: 'x' })).body.code).toBe(1)
    expect((await as(who, 'delete', { applyType, typeId: 'x', verifyId })).body.code).toBe(1)
    expect((await as(who, 'delete', { applyType, typeId, verifyId })).body.code).toBe(0)
    expect(await found(who)).toBe('null')
    const gone = await backend.fetch(`/api/greenchannel/imgLook?params=${filePath}`, {
      headers: { authorization: who.token },
    })
    expect(gone.status).toBe(404)
  })

  test('a rejected loan application can be replaced by a new one, and shows its reason until then [GRN-26 GRN-28 GRN-37]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    expect((await decide(who, '2', '看不清')).body.results).toBe('1')
    expect(await found(who)).toMatchObject({ applyStatus: '2', reason: '看不清' })
    expect((await as(who, 'saveStuLoanMsg', loan({ applyMoney: '9000' }))).body.code).toBe(0)
    expect(await found(who)).toMatchObject({ applyStatus: '0', reason: '', applyMoney: '9000.00' })
  })

  test('an approved loan application cannot be withdrawn or replaced [GRN-38]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    await decide(who, '1')
    const { applyType, typeId, verifyId } = await found(who)
    expect((await as(who, 'delete', { applyType, typeId, verifyId })).body.code).toBe(1)
    expect((await as(who, 'saveStuLoanMsg', loan())).body.code).toBe(1)
  })

  test('a loan application that the finance office has offset cannot be changed by anybody here [GRN-29 AUD-08]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    await backend.db
      .updateTable('green_application')
      .set({ offset_status: '1' })
      .where('student_code', '=', who.subject)
      .execute()
    const { applyType, typeId, verifyId } = await found(who)
    expect((await as(who, 'delete', { applyType, typeId, verifyId })).body).toMatchObject({
      code: 1,
      msg: '已冲抵，不能操作',
    })
    expect((await decide(who, '1')).body).toMatchObject({ results: '0', msg: '已冲抵，不能操作' })
    expect((await as(who, 'saveStuLoanMsg', loan())).body.msg).toBe('已冲抵，不能操作')
  })

  test('a loan application decided since the student read it can be neither withdrawn nor replaced [GRN-18 D-104]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    const whose = { student: who.subject, type: LOAN_APPLICATION_KIND, year: Number(year) }
    const read = await findOwnApplication(backend.db, whose)
    if (read === undefined) throw new Error('nothing was applied for')
    await decide(who, '1')
    expect(await withdrawApplication(backend.db, read)).toBe(false)
    const another = {
      student_code: who.subject,
      type: LOAN_APPLICATION_KIND,
      year: Number(year),
      amount_fen: 900_000,
      applied_at: backend.clock.now(),
      contract_number: '1',
      receipt_code: '1',
      pictures: [],
    }
    expect(await storeApplication(backend.db, another, read)).toBe(false)
    const now = await findOwnApplication(backend.db, whose)
    expect(now).toMatchObject({ status: '1', amount_fen: 800_000, picture: read.picture })
    const images = backend.db.selectFrom('image').where('id', '=', read.picture)
    expect(await images.select('id').execute()).toHaveLength(1)
  })

  test('a loan application that replaces another is a newer version of it, also for a student with a student number [GRN-26]', async () => {
    const who = await enrolSignedInStudent(backend)
    await as(who, 'saveStuLoanMsg', loan())
    const { stuNumber: exam } = await found(who)
    const whose = { student: who.subject, type: LOAN_APPLICATION_KIND, year: Number(year) }
    const before = await findOwnApplication(backend.db, whose)
    await decide(who, '2', '看不清')
    await as(who, 'saveStuLoanMsg', loan())
    const after = await findOwnApplication(backend.db, whose)
    expect(after?.version).toBe((before?.version ?? 0) + 2)
    expect(exam).toBe(after?.exam_number)
    const students = backend.db.updateTable('student').where('code', '=', who.subject)
    await students.set({ number: `N${exam}` }).execute()
    expect((await found(who)).stuNumber).toBe(`N${exam}`)
  })
})

describe('the application rules of a year', () => {
  const opens = new Date(`${year}-11-01T00:00:00Z`)
  const closes = new Date(`${year}-11-09T16:00:00Z`)
  const rule = (change: object = {}) =>
    backend.db
      .insertInto('application_rule')
      .values({
        year: Number(year),
        type: LOAN_APPLICATION_KIND,
        opens_at: null,
        closes_at: null,
        least_fen: 0,
        most_fen: 100_000_000,
        ...change,
      })
      .execute()
  afterEach(async () => {
    await backend.db.deleteFrom('application_rule').execute()
    backend.clock.set(new Date())
  })
  /** The answer to a student who applies at this moment. */
  async function said(at: Date, change: object = {}): Promise<string | number> {
    backend.clock.set(at)
    const { body } = await as(await enrolSignedInStudent(backend), 'saveStuLoanMsg', loan(change))
    return body.code === 0 ? 0 : body.msg
  }
  // The clock advances while the student applies.
  const before = (at: Date) => new Date(at.getTime() - 600_000)

  test('applications are accepted from the first moment of the period until just before its end', async () => {
    await rule({ opens_at: opens, closes_at: closes })
    expect([await said(before(opens)), await said(opens)]).toEqual([
      `申请将于${year}-11-01 08:00开放`,
      0,
    ])
    expect([await said(before(closes)), await said(closes)]).toEqual([
      0,
      `申请已于${year}-11-10 00:00截止`,
    ])
  })

  test('no application is accepted in a year without a beginning or an end of the period', async () => {
    await rule()
    expect([await said(opens), await said(closes)]).toEqual([0, 0])
  })

  test('a loan amount must be within its range, which includes both limits', async () => {
    await rule({ least_fen: 300_000, most_fen: 800_000 })
    const amount = (yuan: number) => said(opens, { applyMoney: String(yuan) })
    const outside = '今年的贷款金额应在3000到8000元之间'
    expect([
      await amount(2000),
      await amount(3000),
      await amount(8000),
      await amount(9000),
    ]).toEqual([outside, 0, 0, outside])
  })

  test('a deferral has its own period and the amount of its own rule', async () => {
    await rule({ type: '2', closes_at: closes, least_fen: 1, most_fen: 1 })
    backend.clock.set(before(closes))
    const [prompt, late] = [await due(), await due()]
    expect((await as(prompt, 'saveStuJdlkMsg', household())).body.code).toBe(0)
    backend.clock.set(closes)
    expect((await as(late, 'saveStuJdlkMsg', household())).body.msg).toContain('截止')
  })

  test('the rules of another year or application type, and withdrawn rules, are ignored', async () => {
    const shut = { closes_at: opens }
    await rule({ ...shut, year: Number(year) - 1 })
    await rule({ ...shut, type: '2' })
    await rule({ ...shut, withdrawn_at: opens })
    expect(await said(closes)).toBe(0)
  })
})

describe('a registered-household deferral', () => {
  test('the amount of a deferral must be tuition and accommodation minus 12000 [GRN-15 GRN-35 GRN-45]', async () => {
    const who = await due()
    expect((await as(who, 'saveStuJdlkMsg', household({ applyMoney: '7801' }))).body.code).toBe(1)
    expect(
      (await as(who, 'saveStuJdlkMsg', household({ applyMoney: '99999' }))).body,
    ).toMatchObject({
      code: 1,
      msg: '缓交金额须小于住宿费与学费的总和！',
    })
    expect((await as(who, 'saveStuJdlkMsg', household())).body.code).toBe(0)
    expect(await found(who, 'selectStuJdlkMsg')).toMatchObject({
      applyMoney: '7800.00',
      applyStatus: '0',
      applyType: '2',
      filePath2: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('a pending deferral can be withdrawn [GRN-36]', async () => {
    const who = await due()
    await as(who, 'saveStuJdlkMsg', household())
    const { applyType, typeId, verifyId } = await found(who, 'selectStuJdlkMsg')
    expect((await as(who, 'delete', { applyType, typeId, verifyId })).body.code).toBe(0)
    expect(await found(who, 'selectStuJdlkMsg')).toBe('null')
  })

  test('a deferral needs both pictures [GRN-43]', async () => {
    const who = await due()
    for (const one of ['applyHouseholderBaese64', 'applyOneselfBaese64'])
      expect((await as(who, 'saveStuJdlkMsg', household({ [one]: '' }))).body.msg).toBe(
        '照片不能为空！',
      )
  })

  test('the amount of a deferral is validated [GRN-40 GRN-41 GRN-42]', () => {
    expect(validateDeferralAmount(undefined, 100)?.zh).toBe('请输入缓交金额！')
    for (const amount of [-1, 0.5])
      expect(validateDeferralAmount(amount, 100)?.zh).toBe('请输入有效的缓交金额！')
    expect(validateDeferralAmount(101, 100)?.zh).toBe('缓交金额须小于住宿费与学费的总和！')
    expect(validateDeferralAmount(100, 100)).toBeUndefined()
  })
})
