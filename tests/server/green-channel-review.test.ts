import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queuedForms } from '#contract/forms'
import { greenChannel } from '#contract/green-channel'
import { greenChannelReview } from '#contract/green-channel-review'
import { selectableReviewYears } from '#contract/review-years'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let reviewer: SignedInUser
const year = String(toChinaYear(new Date()))
beforeAll(async () => {
  backend = await startBackend()
  reviewer = await backend.signInAs('T3001')
})
afterAll(() => backend.close())

const LOANS = '/api/greenChannelAudit/findStuLoanAudit'
const page = async (change: object = {}, path = LOANS) =>
  (await reviewer.post(path, { pageNum: 1, pageSize: 10, status: '', year, ...change })).body
    .results
const ids = ({ records }: { records: { typeId: string }[] }) => records.map(({ typeId }) => typeId)
const detail = (stuCode: string, path = 'selectLoanMsg') =>
  reviewer.post(`/api/greenChannelAudit/${path}`, { stuCode, year })
const update = (change: object, headers?: Record<string, string>) =>
  reviewer.post(
    '/api/greenChannelAudit/updateStatus',
    { userId: 'UT3001', reason: '', auditType: '1', year, ...change },
    headers,
  )

/** Reset a student's loan to its initial state. */
async function pending(code = 'S990003') {
  await backend.db
    .updateTable('green_application')
    .set({ status: '0', reason: '' })
    .where('student_code', '=', code)
    .execute()
  const { body, headers } = await detail(code)
  return { record: body.msg[0], etag: headers.get('etag') ?? '' }
}

/** The number of statements that wait for a locked row. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(backend.db)
  return rows[0]?.n ?? 0
}

describe('the lists of applications', () => {
  test('applications are listed in pages of ten, newest first, with their total [AUD-12 AUD-13]', async () => {
    for (const path of [LOANS, '/api/greenChannelAudit/findStuReduceAudit']) {
      const first = await page({}, path)
      expect(first.records).toHaveLength(10)
      const times = first.records.map((one: Record<string, string>) => one['applyApplicationTime'])
      expect(times).toEqual(times.toSorted().toReversed())
      expect(first.total).toBeGreaterThan(10)
      const second = await page({ pageNum: 2, after: first.next }, path)
      expect(ids(second).some((id: string) => ids(first).includes(id))).toBe(false)
      // A client that requests pages by number gets the same rows.
      expect(ids(await page({ pageNum: 2 }, path))).toEqual(ids(second))
    }
  })

  test('all pages together contain every application once [AUD-12]', async () => {
    const seen: string[] = []
    let after: string | undefined
    let total = 0
    do {
      const one = await page(after === undefined ? {} : { after })
      seen.push(...ids(one))
      total = one.total
      after = one.next
    } while (after !== undefined)
    expect([new Set(seen).size, seen.length]).toEqual([total, total])
  })

  test('an entry of the application list has the student’s name, number, code and status; ID card and phone number are masked [GRN-25 security 14]', async () => {
    const records: Record<string, string>[] = (await page({ pageSize: 50 })).records
    const known = records.filter(({ stuCode }) => ['S990003', 'S880003'].includes(stuCode ?? ''))
    expect(known).toHaveLength(2)
    for (const record of known) {
      const { stuCode = '' } = record
      const own = await backend.db
        .selectFrom('student')
        .selectAll()
        .where('code', '=', stuCode)
        .executeTakeFirstOrThrow()
      expect(record).toMatchObject({
        name: own.name,
        stuNumber: own.number ?? own.exam_number,
        status: own.status,
        idCard: `110****${own.id_card.slice(-1)}`,
        stuPhone: `${own.phone.slice(0, 3)}****${own.phone.slice(-4)}`,
      })
    }
    expect(known.every(({ name, stuNumber, idCard }) => name && stuNumber && idCard)).toBe(true)
  })

  test('the list with the oldest application first is the same list reversed, page by page', async () => {
    const seen: string[] = []
    let after: string | undefined
    do {
      const one = await page({ oldest: '1', ...(after !== undefined && { after }) })
      seen.push(...ids(one))
      after = one.next
    } while (after !== undefined)
    const newest = await page({ pageSize: 50 })
    expect(new Set(seen).size).toBe(newest.total)
    expect(seen.slice(-10)).toEqual(ids(newest).slice(0, 10).toReversed())
  })

  test('an application is found by a number or the beginning of a name; LIKE wildcards find nothing', async () => {
    const { record } = await pending()
    for (const find of [record.stuNumber, record.name, record.name.slice(0, 1)])
      expect(ids(await page({ find }))).toContain(record.typeId)
    expect(await page({ find: record.stuNumber })).toMatchObject({ total: 1 })
    expect((await page({ find: record.stuNumber, status: '1' })).records).toEqual([])
    expect(ids(await page({ find: record.stuNumber.slice(0, 4) }))).toContain(record.typeId)
    for (const find of ['%', '_', record.stuNumber.slice(1), record.name.slice(1)])
      expect(ids(await page({ find }))).not.toContain(record.typeId)
  })

  test('applications are filtered by status and year [AUD-12]', async () => {
    for (const status of ['0', '1', '2']) {
      const found = await page({ status })
      expect(
        found.records.every((one: Record<string, string>) => one['applyStatus'] === status),
      ).toBe(true)
    }
    const before = await page({ year: String(Number(year) - 1) })
    expect(before.records.length).toBeGreaterThan(0)
    expect((await page({ year: '2019' })).total).toBe(0)
  })

  test('the total of applications follows the decisions [AUD-12]', async () => {
    await pending()
    const before = (await page({ status: '0' })).total
    const { record, etag } = await pending()
    await update(
      { status: '1', stuCode: 'S990003', verifyId: record.verifyId },
      { 'if-match': etag },
    )
    expect((await page({ status: '0' })).total).toBe(before - 1)
    const counted = await backend.db
      .selectFrom('green_application')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    const kept = await backend.db
      .selectFrom('green_count')
      .select(({ fn }) => fn.sum<string>('amount').as('n'))
      .executeTakeFirstOrThrow()
    expect(kept.n).toBe(counted.n)
  })

  test('an invalid cursor of the application list is refused [AUD-12]', async () => {
    expect(
      (await reviewer.post(LOANS, { pageNum: 1, pageSize: 10, status: '', year, after: 'x' })).body
        .code,
    ).toBe('-1')
  })

  test('a request for any page size or page number stays within bounds [AUD-12 AUD-13]', async () => {
    expect((await page({ pageSize: 1000 })).records.length).toBeLessThanOrEqual(50)
    expect((await page({ pageNum: 1_000_000 })).records).toEqual([])
    expect(ids(await page({ pageNum: 0, pageSize: 0 }))).toEqual(ids(await page()))
    for (const wrong of [{ status: '3' }, { year: 'x' }, { pageNum: 'x' }, { pageSize: 1.5 }])
      expect(
        (await reviewer.post(LOANS, { pageNum: 1, pageSize: 10, status: '', year, ...wrong }))
          .status,
      ).toBe(422)
  })

  test('every call of both reviews is online-only: its answer is not cached, and its request is not queued [AUD-18 GRN-47]', () => {
    for (const call of [...Object.values(greenChannelReview), ...Object.values(greenChannel)])
      expect(call.offline).toBe('online-only')
    const queued = Object.values(queuedForms).flatMap(({ add, update }) => [add.path, update?.path])
    expect(queued.filter((path) => /greenchannel/i.test(path ?? ''))).toEqual([])
  })

  test('a year must have four digits in every call of the review [AUD-14 AUD-16]', async () => {
    for (const wrong of ['99999999999', '2026.5', '-2026', 'x']) {
      for (const path of ['selectLoanMsg', 'selectJdlkMsg'])
        expect(
          (
            await reviewer.post(`/api/greenChannelAudit/${path}`, {
              stuCode: 'S990003',
              year: wrong,
            })
          ).status,
        ).toBe(422)
      expect(
        (await update({ status: '1', stuCode: 'S990003', verifyId: 'x', year: wrong })).status,
      ).toBe(422)
    }
  })

  test('the years that have applications are listed [AUD-17]', () => {
    expect(selectableReviewYears(2021)).toEqual(['2022', '2021', '2020', '2019'])
    expect(selectableReviewYears(2026)[0]).toBe('2026')
    expect(selectableReviewYears(2026).at(-1)).toBe('2019')
  })
})

test('an applicant’s full number is shown by a separate call, which is counted and logged [security 14]', async () => {
  const reveal = (student: string, what: string) =>
    reviewer.post('/api/manage/applications/reveal', { student, what })
  expect((await detail('S990003')).body.msg[0]).toMatchObject({ idCard: '110****1' })
  expect((await reveal('S990003', 'idCard')).body.data).toBe('110101200801010031')
  const line = await backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'about', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(line).toEqual({
    staff_code: 'T3001',
    action: 'applications.reveal',
    about: 'student:S990003',
    details: { what: 'idCard' },
  })
  // Somebody without an application is no applicant, so their number is not shown.
  expect((await reveal('S990004', 'idCard')).body.code).toBe('-1')
  await backend.db
    .updateTable('rate_limit')
    .set({ points: 60 })
    .where('key', 'like', 'reveals:%')
    .execute()
  expect((await reveal('S990003', 'phone')).status).toBe(429)
  await backend.db.deleteFrom('rate_limit').execute()
})

describe('deciding an application', () => {
  test('the details of an application are a list [AUD-14 AUD-15]', async () => {
    expect((await detail('S990003')).body.msg).toMatchObject([
      { stuCode: 'S990003', applyType: '1', name: '王思远' },
    ])
    expect((await detail('S990003', 'selectJdlkMsg')).body.msg).toEqual([])
  })

  test('the student sees the status and the reason of a decision, and the log entry stays [AUD-16]', async () => {
    const { record, etag } = await pending()
    const said = await update(
      { status: '2', reason: '不清楚', stuCode: 'S990003', verifyId: record.verifyId },
      { 'if-match': etag },
    )
    expect(said.body).toEqual({ results: '1' })
    const student = await backend.signInAs('990003')
    expect((await student.post('/api/greenchannel/selectStuLoanMsg')).body.msg).toMatchObject({
      applyStatus: '2',
      reason: '不清楚',
    })
    const line = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      reviewer: 'UT3001',
      from_status: '0',
      to_status: '2',
      reason: '不清楚',
      student_code: 'S990003',
    })
  })

  test('entries of the audit log cannot be changed or deleted [security 6]', async () => {
    await expect(
      backend.db.updateTable('audit_log').set({ reason: 'x' }).execute(),
    ).rejects.toThrow(/only ever added to/)
    await expect(backend.db.deleteFrom('audit_log').execute()).rejects.toThrow(/only ever added to/)
    await expect(sql`truncate audit_log`.execute(backend.db)).rejects.toThrow(/only ever added to/)
  })

  test('a decision is 1 or 2, and a rejection needs a reason [AUD-09 AUD-10]', async () => {
    const { record } = await pending()
    const requestBody = { stuCode: 'S990003', verifyId: record.verifyId }
    expect((await update({ ...requestBody, status: '0' })).body).toMatchObject({
      results: '0',
      msg: '请选择审核状态',
      code: '422',
    })
    expect((await update({ ...requestBody, status: '2' })).body).toMatchObject({
      results: '0',
      msg: '请输入驳回原因',
    })
  })

  test('when two reviewers decide at once, the second is told that the application has changed [AUD-16 D-79]', async () => {
    const { record, etag } = await pending()
    const requestBody = { stuCode: 'S990003', verifyId: record.verifyId }
    const both = await Promise.all([
      update({ ...requestBody, status: '1' }, { 'if-match': etag }),
      update({ ...requestBody, status: '2', reason: 'x' }, { 'if-match': etag }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(both.find(({ status }) => status === 412)?.body).toMatchObject({
      results: '0',
      msg: '其他老师刚刚审核过这份申请，或学生改过内容，请看最新结果',
    })
    const lines = backend.db
      .selectFrom('audit_log')
      .select('id')
      .where('application_id', '=', record.typeId)
    const before = (await lines.execute()).length
    // A request that was made without seeing the decision does not change it.
    expect((await update({ ...requestBody, status: '1' })).status).toBe(412)
    expect(await lines.execute()).toHaveLength(before)
  })

  test('a reviewer who has seen a decision can change it, until the finance office has offset it [D-79]', async () => {
    const { record, etag } = await pending()
    const requestBody = { stuCode: 'S990003', verifyId: record.verifyId }
    await update({ ...requestBody, status: '1' }, { 'if-match': etag })
    const approved = await detail('S990003')
    expect(approved.body.msg[0]).toMatchObject({
      applyStatus: '1',
      auditMoney: approved.body.msg[0].applyMoney,
    })
    const seen = { 'if-match': approved.headers.get('etag') ?? '' }
    expect((await update({ ...requestBody, status: '2', reason: '不符' }, seen)).body).toEqual({
      results: '1',
    })
    expect((await detail('S990003')).body.msg[0]).toMatchObject({
      applyStatus: '2',
      auditMoney: null,
    })
  })

  test('a withdrawal sent just after a decision withdraws nothing [AUD-16 GRN-18]', async () => {
    const { record } = await pending()
    const student = await backend.signInAs('990003')
    const { applyType, typeId, verifyId } = record
    const withdrawn = await backend.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('green_application')
        .set({ status: '1', version: 99 })
        .where('id', '=', typeId)
        .execute()
      const asked = student.post('/api/greenchannel/delete', { applyType, typeId, verifyId })
      await expect.poll(waiting).toBe(1)
      return { asked }
    })
    expect((await withdrawn.asked).body).toMatchObject({ code: 1, msg: '申请已处理，不能撤回' })
    expect((await detail('S990003')).body.msg[0]).toMatchObject({ applyStatus: '1', typeId })
  })

  test('concurrent decisions and changes of applications do not deadlock [AUD-12]', async () => {
    const codes = (await page({ pageSize: 10, status: '0' })).records.map(
      (one: Record<string, string>) => one['stuCode'],
    )
    const flip = async (code: string, round: number) => {
      const { body, headers } = await detail(code)
      const change = {
        stuCode: code,
        verifyId: body.msg[0].verifyId,
        status: round % 2 === 0 ? '1' : '2',
        reason: 'x',
      }
      return (await update(change, { 'if-match': headers.get('etag') ?? '' })).status
    }
    const all = await Promise.all(
      codes.map(async (code: string, index: number) => {
        const said: number[] = []
        for (let round = index; round < index + 6; round++) said.push(await flip(code, round))
        return said
      }),
    )
    expect(all.flat().every((status) => status === 200)).toBe(true)
  })

  test('the reviewer of a decision is the one who is signed in; a request that names another is refused [AUD-07]', async () => {
    const { record } = await pending()
    const requestBody = {
      status: '1',
      stuCode: 'S990003',
      verifyId: record.verifyId,
      reason: '',
      auditType: '1',
      year,
    }
    expect((await update({ ...requestBody, userId: 'UT1001' })).status).toBe(403)
    for (const number of ['T1001', 'T2001', '990003']) {
      const other = await backend.signInAs(number)
      expect(
        (await other.post('/api/greenChannelAudit/updateStatus', { ...requestBody, userId: '' }))
          .status,
      ).toBe(403)
    }
  })

  test('a decision that names another student, year, application type or id finds no application [AUD-16]', async () => {
    const { record } = await pending()
    for (const change of [
      { stuCode: 'S880003' },
      { auditType: '2' },
      { year: '2019' },
      { verifyId: 'x' },
    ])
      expect(
        (await update({ status: '1', stuCode: 'S990003', verifyId: record.verifyId, ...change }))
          .body,
      ).toMatchObject({
        results: '0',
        msg: '学生已撤回或重新提交这份申请，请查看最新内容',
      })
  })

  test('the history of an application says who decided, when and why; a notice tells the student the status and the remark [AUD-16]', async () => {
    const { record, etag } = await pending()
    const requestBody = { stuCode: 'S990003', verifyId: record.verifyId }
    await update({ ...requestBody, status: '2', reason: '照片 <不> 清晰' }, { 'if-match': etag })
    const { etag: newer } = { etag: (await detail('S990003')).headers.get('etag') ?? '' }
    await update({ ...requestBody, status: '1', reason: '' }, { 'if-match': newer })
    const { body } = await reviewer.post('/api/manage/applications/history', { id: record.typeId })
    expect(body.data.slice(0, 2)).toMatchObject([
      { by: expect.not.stringContaining('UT3001'), from: '2', to: '1', reason: '' },
      { from: '0', to: '2', reason: '照片 <不> 清晰' },
    ])
    const student = await backend.signInAs('990003')
    const { records } = (await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 50 }))
      .body.results
    const told = records.filter(({ title }: { title: string }) => title.includes('助学贷款'))
    expect(new Set(told.map(({ title }: { title: string }) => title))).toEqual(
      new Set(['您的助学贷款申请已通过', '您的助学贷款申请未通过']),
    )
    const { id } = told.find(({ title }: { title: string }) => title.includes('未通过'))
    const english = await student.post(
      '/api/notice/findNoticeDetail',
      { id },
      { 'accept-language': 'en' },
    )
    expect(english.body.data).toMatchObject({
      title: 'Your application for a loan was rejected',
      content: expect.stringContaining('The remark: '),
    })
    const auditEntries = await backend.db
      .selectFrom('office_log')
      .select(['staff_code', 'action', 'reason'])
      .where('about', '=', 'student:S990003')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(auditEntries).toEqual([
      { staff_code: 'T3001', action: 'applications.approve', reason: '' },
      { staff_code: 'T3001', action: 'applications.reject', reason: '照片 <不> 清晰' },
    ])
  })
})
