import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formUpload, type UploadCall, defineUpload } from '#contract/call'
import { requiredKey, recordCodec, textCodec } from '#contract/codec'
import { acceptIfResultsOne } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { succeed, type UploadedFile, refuse } from '#server/platform/http/handler'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import {
  runWithFirstPassword,
  routeToUpload,
  createDispatchHarness,
  expectedFailureBody,
  type SignedInPerson,
  signInPerson,
} from '../../../support/backend/dispatch-harness.ts'

let backend: Backend
let student: SignedInPerson
beforeAll(async () => {
  backend = await startBackend()
  student = await signInPerson(backend, 'S990001')
})
afterAll(() => backend.close())

let edge: ReturnType<typeof createDispatchHarness>
let posted: UploadedFile[]
beforeEach(() => {
  edge = createDispatchHarness(backend)
  posted = []
})

const MOST = 20_000
const base = {
  path: '/api/made-up',
  who: 'student',
  field: 'file',
  maxBytes: MOST,
  output: recordCodec({ said: requiredKey('said', textCodec()) }),
  rule: acceptIfResultsOne,
} as const
const call = formUpload({ ...base, textFields: ['note', 'more'] })
const fine = { status: 200, headers: {}, body: { results: 1, said: 'so' } }

const bytes = (length: number) => new Uint8Array(length).fill(7)
function form(length: number, beside: Record<string, string | File> = {}, name = 'a.png') {
  const made = new FormData()
  made.set('file', new File([bytes(length)], name))
  for (const [field, said] of Object.entries(beside)) made.set(field, said)
  return made
}
async function sent(
  body: BodyInit | null,
  {
    headers = {},
    who = student,
    of = call,
    query = '',
  }: {
    headers?: Record<string, string>
    who?: Pick<SignedInPerson, 'token'> | undefined
    of?: UploadCall<{ said: string }>
    query?: string
  } = {},
) {
  const request = new Request(`http://campus.test/api/made-up${query}`, {
    method: 'POST',
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  request.headers.set('authorization', who.token)
  for (const [name, value] of Object.entries(headers))
    if (value === '') request.headers.delete(name)
    else request.headers.set(name, value)
  const { came } = await edge.send(
    request,
    routeToUpload(of, async ({ input, db }) => {
      posted.push(input)
      expect(db).toBe(backend.db)
      return input.name === 'refused.png' ? refuse(refusalTexts.busy) : succeed({ said: 'so' })
    }),
  )
  return came
}

describe('an uploaded file', () => {
  test('an uploaded file has its name and the text fields of its call', async () => {
    const more = new File([], 'no text')
    expect(await sent(form(3, { note: '好', more, other: 'x' }))).toEqual(fine)
    expect(posted).toEqual([{ bytes: bytes(3), name: 'a.png', fields: { note: '好', more: '' } }])
    expect(await sent(form(3))).toEqual(fine)
    expect(posted[1]?.fields).toEqual({ note: '', more: '' })
    expect(await sent(form(3, { note: 'x' }), { of: formUpload(base) })).toEqual(fine)
    expect(posted[2]?.fields).toEqual({})
    expect(await sent(form(1, {}, 'refused.png'))).toEqual({
      status: 200,
      headers: {},
      body: { results: 0, msg: refusalTexts.busy.zh },
    })
  })

  test('an upload can be as large as its call says, plus the overhead of the form', async () => {
    expect(await sent(form(MOST))).toEqual(fine)
    const tooLarge = expectedFailureBody(413, refusalTexts.tooLarge.zh)
    expect(await sent(form(MOST + 1))).toEqual(tooLarge)
    expect(await sent(form(1, { note: 'x'.repeat(15_000 + MOST) }))).toEqual(fine)
    expect(await sent(form(1, { note: 'x'.repeat(17_000 + MOST) }))).toEqual(tooLarge)
    expect(posted).toHaveLength(2)
  })

  test('an upload is recognized as a form, however its Content-Type is spelled', async () => {
    const { headers, body } = new Response(form(2))
    const type = headers.get('content-type') ?? ''
    const raw = new Uint8Array(await new Response(body).arrayBuffer())
    const spelled = type.replace('multipart/form-data;', ' Multipart/Form-Data ;')
    expect(await sent(raw, { headers: { 'content-type': spelled } })).toEqual(fine)
    const notUnderstood = expectedFailureBody(415, commonTexts.badRequest.zh)
    for (const other of ['application/json', 'multipart/mixed', ''])
      expect([other, await sent(raw, { headers: { 'content-type': other } })]).toEqual([
        other,
        notUnderstood,
      ])
    expect(posted).toHaveLength(1)
  })

  test('an upload sent as the whole body has its name and fields in the query', async () => {
    const { field: _, ...whole } = base
    const of = defineUpload({ ...whole, textFields: ['note'] })
    const type = { 'content-type': 'application/octet-stream' }
    const send = (query: string, body: BodyInit = bytes(3), headers = type) =>
      sent(body, { of, query, headers })
    expect(await send(`?name=${encodeURIComponent('名 单.csv')}&note=a%26b`)).toEqual(fine)
    expect(await send('?name=a.png')).toEqual(fine)
    expect(await send('?name=a.png', '')).toEqual(fine)
    expect(posted).toEqual([
      { bytes: bytes(3), name: '名 单.csv', fields: { note: 'a&b' } },
      { bytes: bytes(3), name: 'a.png', fields: { note: '' } },
      { bytes: bytes(0), name: 'a.png', fields: { note: '' } },
    ])
    expect(await send('?name=a.png', bytes(MOST))).toEqual(fine)
    posted = []
    const tooLarge = expectedFailureBody(413, refusalTexts.tooLarge.zh)
    expect(await send('?name=a.png', bytes(MOST + 1))).toEqual(tooLarge)
    const bad = expectedFailureBody(400, commonTexts.badRequest.zh)
    for (const query of ['', '?note=x', '?name=a%00', '?name=a&note=%00'])
      expect([query, await send(query)]).toEqual([query, bad])
    const cutOff = new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })
    expect(await send('?name=a.png', cutOff)).toEqual(bad)
    expect(await sent(form(2), { of, query: '?name=a.png' })).toEqual(
      expectedFailureBody(415, commonTexts.badRequest.zh),
    )
    expect(posted).toEqual([])
  })

  test('an upload without a file is refused', async () => {
    const bad = expectedFailureBody(400, commonTexts.badRequest.zh)
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await sent('no form', { headers: type })).toEqual(bad)
    expect(await sent(null, { headers: type })).toEqual(bad)
    const cutOff = new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })
    expect(await sent(cutOff, { headers: type })).toEqual(bad)
    const text = new FormData()
    text.set('file', 'only text')
    expect(await sent(text)).toEqual(bad)
    const none = new FormData()
    none.set('other', new File([], 'x'))
    expect(await sent(none)).toEqual(bad)
    // The file name of this upload cannot be stored.
    expect(await sent(form(1, {}, 'a\0.png'))).toEqual(bad)
    expect(await sent(form(1, { note: 'a\0' }))).toEqual(bad)
    expect(posted).toEqual([])
  })

  test('an upload needs permission, and counts for the caller’s rate limit', async () => {
    expect(await sent(form(1), { who: { token: '' } })).toMatchObject({
      status: 401,
      body: { status: -400 },
    })
    const office = await signInPerson(backend, 'T4001')
    expect(await sent(form(1), { who: office })).toEqual(
      expectedFailureBody(403, commonTexts.noPermission.zh),
    )
    const english = { headers: { 'accept-language': 'en' } }
    expect(await sent(form(1), { who: office, ...english })).toEqual(
      expectedFailureBody(403, commonTexts.noPermission.en),
    )
    const ofOffice = formUpload({ ...base, who: ['administrator'] })
    const post = () => sent(form(1), { who: office, of: ofOffice })
    expect(await runWithFirstPassword(backend, office, post)).toMatchObject({
      status: 403,
      body: { results: 0, why: 'own-password' },
    })
    expect(posted).toEqual([])
    expect(await post()).toEqual(fine)
    edge.around.rateLimitSeconds = 8
    expect(await sent(form(1))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '8' },
      body: { results: 0, msg: commonTexts.tooMany.zh(8) },
    })
    expect([posted.length, edge.deeds.rateLimitedKeys]).toEqual([
      1,
      ['staff:T4001', 'student:S990001'],
    ])
  })

  test('an upload is refused while nothing can be stored', async () => {
    edge.around.refusal = 'full'
    expect(await sent(form(1))).toEqual(expectedFailureBody(507, refusalTexts.storageFull.zh))
    expect(posted).toEqual([])
  })
})
