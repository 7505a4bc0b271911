import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/index'
import { callerRolesFor } from '#contract/permissions'
import { notifyPerson } from '#server/features/notices/public'
import { createActionTicket } from '#server/features/profile/account'
import { addSeconds, toChinaDay } from '#server/platform/clock'
import { wireKeysOf } from '#server/platform/http/body/validate-body'
import { personIdentifierKeys } from '#server/platform/http/permissions'
import { type Backend, type TestResponse, startBackend } from '../support/backend/backend.ts'
import { loanFormBody, travelFormBody } from '../support/backend/form-bodies.ts'
import {
  currentFeeYear,
  orderRequestBody,
  type Payer,
  enrolPayer,
} from '../support/backend/payer.ts'
import { collectJsonKeys } from '../support/properties/json-places.ts'
import { manualArbitraries } from '../support/properties/manual-arbitraries.ts'
import { arbitraryOf } from '../support/properties/schema-arbitrary.ts'

/** The ids of a student's records, by the keys of the request body that contain them. */
type Ids = Readonly<Record<string, string>>

/** A call whose request contains the id of a student's own record. */
interface Asked {
  readonly path: string
  readonly keys: readonly string[]
  readonly make: (who: Payer) => Promise<Ids>
  readonly ask: (who: Payer, ids: Ids) => Promise<TestResponse>
}

let backend: Backend
let picture: string
let questions: readonly string[]
let term: string
beforeAll(async () => {
  backend = await startBackend()
  const white = { width: 400, height: 300, channels: 3, background: 'white' } as const
  picture = (await sharp({ create: white }).jpeg().toBuffer()).toString('base64')
  const asked = await backend.db
    .selectFrom('evaluation_question')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .execute()
  questions = asked.map(({ id }) => id)
  const student = await backend.signInAs('880001')
  const said = await student.post('/searchapi/wechat/student/querySemester', { q: '' })
  term = said.body.results.currentSem
})
afterAll(() => backend.close())

const plain = (path: string, rest: object = {}) => ({
  path,
  ask: (who: Payer, ids: Ids) => who.post(path, { ...rest, ...ids }),
})

const requestBody = { stuCode: '', remark: '字'.repeat(100), majorIdOld: '', majorIdNew: '081001' }
const transfer = {
  keys: ['runningId'],
  make: async (who: Payer) => {
    await who.post('/api/changeMajor/insert', requestBody)
    const list = { stuCode: '', roleId: '', runningId: '' }
    const { body } = await who.post('/api/changeMajor/findDetail', list)
    return { runningId: body.findDetail[0].runningId }
  },
}

const loan = async (who: Payer): Promise<Ids> => {
  await who.post('/api/greenchannel/saveStuLoanMsg', loanFormBody(picture))
  const { typeId, verifyId } = (await who.post('/api/greenchannel/selectStuLoanMsg')).body.msg
  return { typeId, verifyId }
}

// Each student gets a class of their own, which has one course.
const course = {
  keys: ['id'],
  make: async ({ subject }: Payer) => {
    const id = `course-of-${subject}`
    const taught = { id, class_name: subject, term, course: '高等数学', teacher: '林老师' }
    await backend.db.insertInto('taught_course').values(taught).execute()
    await backend.db
      .updateTable('student')
      .set({ class_name: subject })
      .where('code', '=', subject)
      .execute()
    return { id }
  },
}

const lateArrival = {
  keys: ['id'],
  make: async (who: Payer) => {
    const expectedOn = toChinaDay(addSeconds(backend.clock.now(), 3 * 86_400))
    await who.post('/api/lateArrivals/ask', { reason: '火车停运', expectedOn })
    const { body } = await who.post('/api/lateArrivals/mine')
    return { id: body.data[0].id }
  },
}

const ticket = (kind: 'phone_ticket' | 'reset_ticket') => ({
  keys: ['ticket'],
  make: async ({ subject }: Payer) => ({
    ticket: await createActionTicket(backend.db, kind, {
      subject: `student:${subject}`,
      now: backend.clock.now(),
    }),
  }),
})

const PHONE = '13987654321'
/** The last code sent to each student, because only one code a minute is sent. */
const codes = new Map<string, string>()

const RECORDS: readonly Asked[] = [
  { ...transfer, ...plain('/api/changeMajor/findDetail', { stuCode: '', roleId: '' }) },
  { ...transfer, ...plain('/api/changeMajor/insert', { ...requestBody, majorIdNew: '082801' }) },
  { ...transfer, ...plain('/api/changeMajor/delete') },
  {
    keys: ['typeId', 'verifyId'],
    make: loan,
    ...plain('/api/greenchannel/delete', { applyType: '1' }),
  },
  { ...lateArrival, ...plain('/api/lateArrivals/withdraw') },
  { ...course, ...plain('/api/evaluation/findDetail', { stuNumber: '' }) },
  {
    ...course,
    path: '/api/evaluation/save',
    ask: (who, ids) =>
      who.post('/api/evaluation/save', {
        stuNumber: '',
        ...ids,
        items: questions.map((id) => ({ id, score: 7 })),
      }),
  },
  {
    keys: ['id'],
    make: async (who) => {
      // The ids start at 870000, since an id of one digit could occur in an answer by chance.
      const last = sql`greatest(870000, (select max(id) from advice))`
      await sql`select setval(pg_get_serial_sequence('advice', 'id'), ${last})`.execute(backend.db)
      await who.post('/api/advice/insert', { stuCode: '', content: who.subject })
      const { id } = await backend.db
        .updateTable('advice')
        .set({ closed_at: backend.clock.now(), answered_at: backend.clock.now() })
        .where('content', '=', who.subject)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: String(id) }
    },
    ...plain('/api/advice/reopen', { content: '还没有解决' }),
  },
  {
    keys: ['id'],
    make: async ({ subject }) => {
      const told = { title: { zh: subject, en: subject }, content: { zh: 'x', en: 'x' } }
      const to = { ...told, subject: `student:${subject}`, now: backend.clock.now() }
      await notifyPerson(backend.db, to)
      return await backend.db
        .selectFrom('notice')
        .select('id')
        .where('title', '=', subject)
        .executeTakeFirstOrThrow()
    },
    ...plain('/api/notice/findNoticeDetail'),
  },
  {
    path: '/api/userSafe/updatePhone',
    keys: ['ticket'],
    make: async (who) => {
      // A phone number gets only one SMS a minute, so the rate limit is emptied.
      await backend.db.deleteFrom('rate_limit').execute()
      const { body } = await who.post('/api/userSafe/sendCode', { phone: PHONE, scene: 'change' })
      codes.set(who.subject, body.demoCode)
      return ticket('phone_ticket').make(who)
    },
    ask: (who, ids) => {
      const code = codes.get(who.subject)
      return who.post('/api/userSafe/updatePhone', { phone: PHONE, code, ...ids })
    },
  },
  {
    ...ticket('reset_ticket'),
    ...plain('/api/userSafe/resetPassword', { newPassword: 'brand-new-7' }),
  },
  {
    path: '/api/phones/received',
    keys: ['receipts', 'key'],
    make: async (who) => {
      const key = `key-of-${who.subject}`
      const path = '/api/TravelInformation/addBusInformation'
      await who.post(path, travelFormBody(), { 'idempotency-key': key })
      return { key }
    },
    ask: (who, { key }) =>
      who.post('/api/phones/received', { receipts: [{ form: 'travel', key }] }),
  },
  {
    // This call has the id in a header.
    path: '/payment/pay',
    keys: [],
    make: async (who) => ({ uniqueid: await who.orderId() }),
    ask: (who, ids) =>
      who.post('/payment/pay', orderRequestBody(currentFeeYear(backend), 1_980_000), ids),
  },
]

/** Keys that look like ids, but do not identify a record of a person. */
const NO_RECORDS: Readonly<Record<string, string>> = {
  processId: 'a step, the same for all',
  packageId: 'of the catalogue',
  uniformSizeId: 'of the catalogue',
  majorId: 'a major of the university; not looked at',
  regItemId: 'a fee of the university; not looked at',
  roleId: 'not explained and not looked at',
  guardianidentifyId: 'the ID number of a parent, as it was typed',
  wxId: 'a name in the messaging app, as it was typed',
  appid: 'of the messaging app',
  appId: 'of the messaging app',
  openId: 'of the messaging app; it is asked, not the body',
}
const NO_RECORD_OF: Readonly<Record<string, string>> = {
  '/api/binding/checkStuRegStatus key': 'the public key of this phone',
  '/api/campusform/add id': 'of a file: campus-form-files.test.ts uses that of another student',
  '/api/campusform/update id': 'of a file: campus-form-files.test.ts uses that of another student',
  '/api/university/finish ticket': 'of a sign-in at the university: nobody is anybody yet',
}

test('every key of a student’s call that can be a record’s id is in this table, or has a reason not to be', () => {
  const looksLikeOne = /^id$|I[dD]$|[kK]ey$|[tT]icket$|^receipts$/
  const known = new Set(RECORDS.flatMap(({ path, keys }) => keys.map((key) => `${path} ${key}`)))
  const found = allCalls
    .filter(({ who }) => callerRolesFor(who).includes('student'))
    .flatMap(({ path, input }) => {
      const values = manualArbitraries.get(input) ?? arbitraryOf(input.decode)
      const nested = fc.sample(values, { seed: 1, numRuns: 50 }).flatMap(collectJsonKeys)
      return [...new Set([...wireKeysOf(input), ...nested])]
        .filter((key) => looksLikeOne.test(key) && !personIdentifierKeys.includes(key))
        .filter((key) => !(key in NO_RECORDS) && !(`${path} ${key}` in NO_RECORD_OF))
        .map((key) => `${path} ${key}`)
    })
  expect(found.toSorted()).toEqual([...known].toSorted())
})

describe('a student gets their own record, and for another student’s record the answer for a missing one [D-09 ID-47 security 1]', () => {
  test.each(RECORDS.map((one) => [one.path, one] as const))(
    '%s answers for the student’s own record only',
    async (path, { make, ask }) => {
      const [owner, other] = [await enrolPayer(backend), await enrolPayer(backend)]
      const [owners, others] = [await make(owner), await make(other)]
      const call = allCalls.find((one) => one.path === path)
      // The requested id is removed from the answer, which is allowed to repeat it.
      const told = async (who: Payer, ids: Ids) => {
        const { status, body } = await ask(who, ids)
        let text: string = JSON.stringify(body)
        for (const id of Object.values(ids)) text = text.replaceAll(id, 'an id')
        return { status, text, isGood: status === 200 && call?.rule.isSuccess(body) === true }
      }
      const absent = Object.fromEntries(
        Object.keys(owners).map((key) => [key, crypto.randomUUID()]),
      )
      const none = await told(other, absent)
      expect(await told(other, owners)).toEqual(none)
      // A request with one id of the student's own and one of another student's is answered the
      // same way.
      for (const key of Object.keys(owners).slice(1))
        expect(await told(other, { ...others, [key]: owners[key] ?? '' })).toEqual(none)
      expect(none.text).not.toContain(owner.subject)
      for (const [who, ids] of [
        [other, others],
        [owner, owners],
      ] as const) {
        const own = await told(who, ids)
        expect(own).toMatchObject({ status: 200, isGood: true })
        expect(own.text).not.toBe(none.text)
      }
    },
  )
})
