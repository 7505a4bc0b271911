import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AnyDownload, defineDownload } from '#contract/call'
import { optionalKey, recordCodec, textCodec } from '#contract/codec'
import { acceptIfResultsOne } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { type StreamedFile, refuse } from '#server/platform/http/handler'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import {
  runWithFirstPassword,
  routeToDownload,
  createDispatchHarness,
  expectedFailureBody,
  type SignedInPerson,
  signInPerson,
} from '../../../support/backend/dispatch-harness.ts'

let backend: Backend
let office: SignedInPerson
beforeAll(async () => {
  backend = await startBackend()
  office = await signInPerson(backend, 'T4001')
})
afterAll(() => backend.close())

let edge: ReturnType<typeof createDispatchHarness>
let inputs: unknown[]
beforeEach(() => {
  edge = createDispatchHarness(backend)
  inputs = []
})

const call = defineDownload({
  path: '/api/made-up',
  who: ['administrator'],
  input: recordCodec({ word: optionalKey('word', textCodec()) }),
  rule: acceptIfResultsOne,
})

type Chunks = () => AsyncGenerator<Uint8Array>
async function* pieces() {
  yield Buffer.from('a')
  yield Buffer.from('b')
}
async function asked({
  body = {},
  who = office,
  headers = {},
  chunks = pieces,
  type = 'application/json',
  of = call,
}: {
  body?: unknown
  who?: Pick<SignedInPerson, 'token'>
  headers?: Record<string, string>
  chunks?: Chunks | 'refused'
  type?: string
  of?: AnyDownload
} = {}) {
  const request = new Request('http://campus.test/api/made-up', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': type, authorization: who.token, ...headers },
  })
  const { came } = await edge.send(
    request,
    routeToDownload(of, async ({ input, db, token }) => {
      inputs.push(input)
      expect([db === backend.db, token]).toEqual([true, who.token])
      if (chunks === 'refused') return refuse(refusalTexts.busy)
      return { type: 'made', name: 'x.csv', contentType: 'text/csv', chunks: chunks() }
    }),
  )
  return came
}
async function read(came: Awaited<ReturnType<typeof asked>>): Promise<string> {
  if (!('chunks' in came)) throw new Error(JSON.stringify(came))
  const found: Uint8Array[] = []
  for await (const chunk of (came satisfies StreamedFile).chunks) found.push(chunk)
  return Buffer.concat(found).toString()
}

describe('a file that is streamed while it is generated', () => {
  test('a streamed file has a name, a media type and every chunk, and is generated from its request', async () => {
    const came = await asked({ body: { word: 'x' } })
    expect(came).toMatchObject({ type: 'made', name: 'x.csv', contentType: 'text/csv' })
    expect(await read(came)).toBe('ab')
    expect(inputs).toEqual([{ word: 'x' }])
    expect(await read(await asked({ chunks: async function* () {} }))).toBe('')
  })

  test('a refused download is answered like a call', async () => {
    expect(await asked({ chunks: 'refused' })).toEqual({
      status: 200,
      headers: {},
      body: { results: 0, msg: refusalTexts.busy.zh },
    })
  })

  test('a download that fails at its first chunk is answered with an error status', async () => {
    const failed = new Error('no')
    const chunks: Chunks = async function* () {
      yield await Promise.reject(failed)
    }
    expect(await asked({ chunks })).toEqual({ failed })
    expect(edge.deeds.warnings).toEqual([])
  })

  test('a download that fails midway is aborted, and is logged without its content', async () => {
    const chunks: Chunks = async function* () {
      yield Buffer.from('a')
      throw new Error('张三 is secret')
    }
    await expect(read(await asked({ chunks }))).rejects.toThrow('张三 is secret')
    expect(edge.deeds.warnings).toEqual([
      [{ route: '/api/made-up', fault: expect.any(Object) }, 'a download broke off'],
    ])
  })

  test('a download whose client has disconnected is not generated any further', async () => {
    let ended = false
    const chunks: Chunks = async function* () {
      try {
        for (;;) yield Buffer.from('a')
      } finally {
        ended = true
      }
    }
    const came = await asked({ chunks })
    if (!('chunks' in came)) throw new Error('not made')
    for await (const chunk of came.chunks) if (chunk.byteLength > 0) break
    expect(ended).toBe(true)
    expect(edge.deeds.warnings).toEqual([])
  })

  test('a download needs permission, and counts for the caller’s rate limit', async () => {
    expect(await asked({ who: { token: '' } })).toMatchObject({
      status: 401,
      body: { status: -400 },
    })
    const student = await signInPerson(backend, 'S990001')
    expect(await asked({ who: student, headers: { 'accept-language': 'en' } })).toEqual(
      expectedFailureBody(403, commonTexts.noPermission.en),
    )
    expect(await runWithFirstPassword(backend, office, () => asked())).toMatchObject({
      status: 403,
      body: { results: 0, why: 'own-password' },
    })
    expect(edge.deeds.rateLimitedKeys).toEqual([])
    edge.around.rateLimitSeconds = 5
    expect(await asked()).toEqual({
      ...expectedFailureBody(429, commonTexts.tooMany.zh(5)),
      headers: { 'retry-after': '5' },
    })
    expect([inputs, edge.deeds.rateLimitedKeys]).toEqual([[], ['staff:T4001']])
  })

  test('a download with invalid input is refused', async () => {
    expect(await asked({ type: 'text/plain' })).toEqual(
      expectedFailureBody(415, commonTexts.badRequest.zh),
    )
    expect(await asked({ body: [] })).toEqual(expectedFailureBody(400, commonTexts.badRequest.zh))
    expect(await asked({ body: { other: 1 } })).toMatchObject({
      status: 422,
      body: { results: 0, issues: [{ path: 'other' }] },
    })
    expect(inputs).toEqual([])
    // A call of the office can name anybody; the body of any other call can name only its caller.
    const body = { userCode: 'T1001' }
    expect(await asked({ body })).toHaveProperty('chunks')
    expect(await asked({ body, of: { ...call, who: 'staff' } })).toEqual(
      expectedFailureBody(403, commonTexts.noPermission.zh),
    )
    expect(inputs).toHaveLength(1)
  })
})
