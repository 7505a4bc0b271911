import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { allCalls, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { type CallerRole, callerRolesFor } from '#contract/permissions'
import { wireKeysOf } from '#server/platform/http/body/validate-body'
import { personIdentifierKeys } from '#server/platform/http/permissions'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { householdFormBody, travelFormBody } from '../support/backend/form-bodies.ts'
import { postFile } from '../support/backend/post-file.ts'

let backend: Backend
let student: SignedInUser
const people = new Map<CallerRole, SignedInUser>()
beforeAll(async () => {
  backend = await startBackend()
  for (const [part, number] of [
    ['student', '990001'],
    ['dorm-supervisor', 'T2001'],
    ['review-teacher', 'T3001'],
    ['administrator', 'T4001'],
    ['admissions', 'T5001'],
    ['finance', 'T6001'],
    ['dorm-office', 'T7001'],
  ] as const)
    people.set(part, await backend.signInAs(number))
  student = await backend.signInAs('990001')
})
afterAll(() => backend.close())

const ADD = '/api/TravelInformation/addBusInformation'
const FAMILY = '/api/NewReports/addNewReports'
const SAYS = '包含无法保存的字符，请修改后再提交'
const BAD: [string, string][] = [
  ['U+0000', 'a\0b'],
  ['the first half of a surrogate pair', 'a\ud83d'],
  ['the second half of a surrogate pair', '\udc4d'],
  ['a surrogate pair in reverse order', '\udc4d\ud83d'],
]
const asked = (who: Pick<AnyCall, 'who'>) =>
  [...people].find(([part]) => callerRolesFor(who.who).includes(part))?.[1]
const raw = async (body: string | Uint8Array<ArrayBuffer>, kind: string) => {
  const headers = { authorization: student.token, 'content-type': kind }
  const response = await backend.fetch(ADD, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

describe('text that PostgreSQL cannot store', () => {
  for (const call of [...allCalls, ...allDownloads])
    test(`${call.path} refuses unstorable text with a message, in every key of its body`, async () => {
      const who = asked(call)
      for (const key of wireKeysOf(call.input).filter((one) => !personIdentifierKeys.includes(one)))
        for (const [what, text] of BAD.slice(0, 2))
          for (const value of [text, [{ [text]: 1 }]]) {
            const said = await (who?.post ?? backend.post)(call.path, { [key]: value })
            expect([key, what, said.status, JSON.stringify(said.body)]).toEqual([
              key,
              what,
              422,
              expect.stringContaining('422'),
            ])
          }
    })

  test.each(BAD)(
    'FAM a name with %s is answered 422, in a list and in JSON text alike',
    async (_, text) => {
      const { info } = householdFormBody({}, [{}, { guardian: `陈${text}` }])
      for (const body of [{ info }, { info: JSON.parse(info) }]) {
        const said = await student.post(FAMILY, body)
        expect([said.status, said.body]).toEqual([
          422,
          { results: false, msg: SAYS, code: '422', issues: [expect.anything()] },
        ])
      }
    },
  )

  test('the refusal of unstorable text names the form’s field, also for a field inside JSON text', async () => {
    const of = async (path: string, body: object) =>
      (await student.post(path, body)).body.issues.map((issue: { path: string }) => issue.path)
    const remark = 'a\0b'
    expect(await of(ADD, travelFormBody({ remark, remarks: remark }))).toContain('remark')
    expect(await of(FAMILY, householdFormBody({}, [{}, { guardian: '陈\0' }]))).toEqual([
      expect.stringMatching(/^members\.1\./),
    ])
  })

  test('an emoji and a backslash that only looks like U+0000 are stored as they are', async () => {
    const remark = '家人👍 \\u0000 100% ＋'
    expect((await student.post(ADD, travelFormBody({ remark, remarks: remark }))).body).toEqual({
      results: true,
    })
    expect(
      (await student.post('/api/TravelInformation/findBusInformation')).body.results.remark,
    ).toBe(remark)
  })

  test('bytes that are not UTF-8 are refused, in JSON and in form fields', async () => {
    const json = JSON.stringify(travelFormBody({ remark: 'x?', remarks: 'x?' }))
    const broken = Buffer.from(json.replaceAll('x?', 'x\u00ff'), 'latin1')
    expect(await raw(new Uint8Array(broken), 'application/json')).toMatchObject({
      status: 422,
      body: { msg: SAYS },
    })
    const form = (remark: string) =>
      `${new URLSearchParams(travelFormBody({ remark: '' })).toString()}&remarks=${remark}`
    const kind = 'application/x-www-form-urlencoded'
    for (const remark of ['%ff', 'a%00', '%ED%A0%BD', '%C3'])
      expect([remark, await raw(form(remark), kind)]).toMatchObject([remark, { status: 422 }])
    for (const remark of ['%F0%9F%91%8D', '100%', '%zz', 'a+b']) {
      const said = await raw(
        `${new URLSearchParams(travelFormBody()).toString()}&remarks=${remark}&remark=${remark}`,
        kind,
      )
      expect([remark, said.status]).toEqual([remark, 200])
    }
  })

  test.each(allFileCalls.map((file) => [file.path, file] as const))(
    '%s refuses unstorable text in the key that its address contains',
    async (path, file) => {
      const headers = { authorization: asked(file)?.token ?? '' }
      for (const bad of ['%00', 'x%00y']) {
        const response = await backend.fetch(`${path}?${file.parameter}=${bad}`, { headers })
        expect([response.status, await response.json()]).toEqual([422, { code: '422', msg: SAYS }])
      }
      // An unpaired surrogate cannot be encoded in an address. It arrives as a replacement
      // character, and finds nothing.
      expect(
        (await backend.fetch(`${path}?${file.parameter}=%ED%A0%BD`, { headers })).status,
      ).not.toBe(500)
    },
  )

  test.each(
    allUploads.filter(({ field }) => field === undefined).map((one) => [one.path, one] as const),
  )('%s refuses unstorable text in the query of an upload', async (path, one) => {
    const by = { token: asked(one)?.token ?? '' }
    const query = [
      { name: 'a\0.png' },
      ...(one.textFields ?? []).map((key) => ({ name: 'a', [key]: '\0' })),
    ]
    for (const beside of query)
      expect([400, 422]).toContain((await postFile(backend, path, 'x', { by, ...beside })).status)
  })

  test.each(
    allUploads.flatMap((one) => (one.field === undefined ? [] : [[one.path, one] as const])),
  )('%s refuses unstorable text in the names and fields of an upload', async (path, one) => {
    const form = (head: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n--x\r\nContent-Disposition: form-data; name="${one.field}"; filename="a.png"\r\n\r\nx\r\n--x--\r\n`
    for (const body of [
      form('name="a"', 'a\0b'),
      form('name="a\0b"', 'x'),
      form(`name="${one.field}"; filename="a\0.png"`, 'x'),
    ]) {
      const headers = {
        authorization: asked(one)?.token ?? '',
        'content-type': 'multipart/form-data; boundary=x',
      }
      expect([400, 422]).toContain(
        (await backend.fetch(path, { method: 'POST', headers, body })).status,
      )
    }
  })

  test('a sandbox payment for an order number with U+0000 causes no internal error', async () => {
    const body = JSON.stringify({ package: 'prepay_id=a\0b', outcome: 'ok' })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await backend.fetch('/sandbox/pay', init)).status).toBe(422)
  })
})

describe('identifiers inside JSON text [D-09]', () => {
  test('a household whose second member has another student’s code is refused, in a list and in JSON text alike, and nothing is stored [FAM-16 D-40]', async () => {
    const fresh = await backend.signInAs('990005')
    const { info } = householdFormBody({}, [{ stuCode: 'S990005' }, { stuCode: 'S990002' }])
    for (const body of [
      { info },
      { info: JSON.parse(info) },
      { info: JSON.stringify([JSON.stringify(JSON.parse(info))]) },
    ]) {
      const said = await fresh.post(FAMILY, body)
      expect([said.status, said.body.code]).toEqual([403, '403'])
    }
    const rows = await backend.db
      .selectFrom('household')
      .where('student_code', '=', 'S990005')
      .selectAll()
      .execute()
    expect(rows).toEqual([])
    expect((await fresh.post(FAMILY, householdFormBody({ stuCode: 'S990005' }))).body).toEqual({
      results: true,
    })
  })
})
