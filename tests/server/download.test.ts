import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AnyDownload, download } from '#contract/call'
import { maybeKey, record, text } from '#contract/codec'
import { resultsOne } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { type Made, refused } from '#server/platform/http/handler'
import { type Backend, startBackend } from '../support/backend.ts'
import {
  beforeOwnPassword,
  byDownload,
  edgeOf,
  failure,
  type Person,
  personOf,
} from '../support/edge.ts'

let backend: Backend
let office: Person
beforeAll(async () => {
  backend = await startBackend()
  office = await personOf(backend, 'T4001')
})
afterAll(() => backend.close())

let edge: ReturnType<typeof edgeOf>
let inputs: unknown[]
beforeEach(() => {
  edge = edgeOf(backend)
  inputs = []
})

const call = download({
  path: '/api/made-up',
  who: ['administrator'],
  input: record({ word: maybeKey('word', text()) }),
  rule: resultsOne,
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
  who?: Pick<Person, 'token'>
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
    byDownload(of, async ({ input, db, token }) => {
      inputs.push(input)
      expect([db === backend.db, token]).toEqual([true, who.token])
      if (chunks === 'refused') return refused(refusalTexts.busy)
      return { type: 'made', name: 'x.csv', contentType: 'text/csv', chunks: chunks() }
    }),
  )
  return came
}
async function read(came: Awaited<ReturnType<typeof asked>>): Promise<string> {
  if (!('chunks' in came)) throw new Error(JSON.stringify(came))
  const found: Uint8Array[] = []
  for await (const chunk of (came satisfies Made).chunks) found.push(chunk)
  return Buffer.concat(found).toString()
}

describe('a file that is made while it is sent', () => {
  test('has a name, a kind and every piece, and is made for what was asked', async () => {
    const came = await asked({ body: { word: 'x' } })
    expect(came).toMatchObject({ type: 'made', name: 'x.csv', contentType: 'text/csv' })
    expect(await read(came)).toBe('ab')
    expect(inputs).toEqual([{ word: 'x' }])
    expect(await read(await asked({ chunks: async function* () {} }))).toBe('')
  })

  test('that is refused says so as its call does', async () => {
    expect(await asked({ chunks: 'refused' })).toEqual({
      status: 200,
      headers: {},
      body: { results: 0, msg: refusalTexts.busy.zh },
    })
  })

  test('that fails at its first piece fails before it begins', async () => {
    const failed = new Error('no')
    const chunks: Chunks = async function* () {
      yield await Promise.reject(failed)
    }
    expect(await asked({ chunks })).toEqual({ failed })
    expect(edge.deeds.warned).toEqual([])
  })

  test('that breaks off is broken off for its reader, and stands in the log without its words', async () => {
    const chunks: Chunks = async function* () {
      yield Buffer.from('a')
      throw new Error('张三 is secret')
    }
    await expect(read(await asked({ chunks }))).rejects.toThrow('张三 is secret')
    expect(edge.deeds.warned).toEqual([
      [{ route: '/api/made-up', fault: expect.any(Object) }, 'a download broke off'],
    ])
  })

  test('that nobody reads any more is made no further', async () => {
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
    expect(edge.deeds.warned).toEqual([])
  })

  test('is for who may ask, at their own pace', async () => {
    expect(await asked({ who: { token: '' } })).toMatchObject({
      status: 401,
      body: { status: -400 },
    })
    const student = await personOf(backend, 'S990001')
    expect(await asked({ who: student, headers: { 'accept-language': 'en' } })).toEqual(
      failure(403, commonTexts.noPermission.en),
    )
    expect(await beforeOwnPassword(backend, office, () => asked())).toMatchObject({
      status: 403,
      body: { results: 0, why: 'own-password' },
    })
    expect(edge.deeds.counted).toEqual([])
    edge.around.wait = 5
    expect(await asked()).toEqual({
      ...failure(429, commonTexts.tooMany.zh(5)),
      headers: { 'retry-after': '5' },
    })
    expect([inputs, edge.deeds.counted]).toEqual([[], ['staff:T4001']])
  })

  test('is made of what is understood alone', async () => {
    expect(await asked({ type: 'text/plain' })).toEqual(failure(415, commonTexts.badRequest.zh))
    expect(await asked({ body: [] })).toEqual(failure(400, commonTexts.badRequest.zh))
    expect(await asked({ body: { other: 1 } })).toMatchObject({
      status: 422,
      body: { results: 0, issues: [{ path: 'other' }] },
    })
    expect(inputs).toEqual([])
    // An office's call may name anybody; of any other the body names nobody but its caller.
    const body = { userCode: 'T1001' }
    expect(await asked({ body })).toHaveProperty('chunks')
    expect(await asked({ body, of: { ...call, who: 'staff' } })).toEqual(
      failure(403, commonTexts.noPermission.zh),
    )
    expect(inputs).toHaveLength(1)
  })
})
