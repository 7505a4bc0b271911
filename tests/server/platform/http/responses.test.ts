import { describe, expect, test } from 'vitest'
import { fees } from '#contract/fees'
import { acceptIfResultsOne } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import type { HandlerResult } from '#server/platform/http/handler'
import {
  toResponse,
  incompleteSignInResponse,
  withRetryAfter,
  writeUnavailableResponse,
  plainErrorResponse,
  errorResponse,
  signedOutResponse,
  type ResponseFormat,
} from '#server/platform/http/responses'

const call: ResponseFormat = {
  rule: acceptIfResultsOne,
  output: { ...fees.overview.output, encode: (value) => value },
}
const said = (outcome: HandlerResult<unknown>) => toResponse(call, outcome, 'zh')

describe('a response', () => {
  test('a successful response has the marker of its call, its data, and its version in quotes [D-05]', () => {
    const good = { status: 200, headers: {} }
    expect(said({ type: 'ok', value: { a: 1 } })).toEqual({ ...good, body: { results: 1, a: 1 } })
    for (const value of [null, undefined, 'x', 7])
      expect(said({ type: 'ok', value })).toEqual({ ...good, body: { results: 1 } })
    expect(said({ type: 'ok', value: {}, etag: '7' }).headers).toEqual({ etag: '"7"' })
  })

  test('a refusal is sent in the shape of the call’s answers, in the requested language [D-10]', () => {
    const refused = { type: 'refused', says: refusalTexts.badKey } as const
    const answer = { status: 200, headers: {} }
    expect(said(refused)).toEqual({ ...answer, body: { results: 0, msg: refusalTexts.badKey.zh } })
    expect(toResponse(call, refused, 'en').body).toEqual({
      results: 0,
      msg: refusalTexts.badKey.en,
    })
  })

  test('a validation response has the first error as its message, and lists all errors', () => {
    const issues = [
      { path: 'a', message: 'first' },
      { path: 'b', message: 'second' },
    ]
    expect(said({ type: 'invalid', issues })).toEqual({
      status: 422,
      headers: {},
      body: { results: 0, msg: 'first', code: '422', issues },
    })
    const { status, body } = said({ type: 'invalid', issues: [] })
    expect([status, body['msg'], body['issues']]).toEqual([422, '内容填写有误', []])
  })

  test('a conflict response names the current version', () => {
    const stale = { status: 412, headers: { etag: '"8"' } }
    expect(said({ type: 'stale', etag: '8' })).toEqual({
      ...stale,
      body: { results: 0, msg: commonTexts.staleVersion.zh, code: '412' },
    })
    expect(said({ type: 'stale', etag: '8', says: refusalTexts.busy })).toEqual({
      ...stale,
      body: { results: 0, msg: refusalTexts.busy.zh, code: '412' },
    })
  })

  test('forbidden, unauthenticated and rate-limited responses have their own codes [D-10]', () => {
    expect(said({ type: 'forbidden' })).toEqual({
      status: 403,
      headers: {},
      body: { results: 0, msg: commonTexts.noPermission.zh, code: '403' },
    })
    const out = { status: -400, msg: commonTexts.signedOut.zh }
    expect(said({ type: 'signed-out' })).toEqual({ status: 401, headers: {}, body: out })
    expect(said({ type: 'signed-out', why: 'password' }).body).toEqual({ ...out, why: 'password' })
    expect(signedOutResponse('en').body).toEqual({ status: -400, msg: commonTexts.signedOut.en })
    expect(said({ type: 'too-many', seconds: 61 })).toEqual({
      status: 429,
      headers: { 'retry-after': '61' },
      body: { results: 0, msg: commonTexts.tooMany.zh(61), code: '429' },
    })
  })

  test('a response that requires a password or a second factor first has the call’s shape and says which', () => {
    expect(incompleteSignInResponse(undefined, 'own-password', 'zh')).toEqual({
      status: 403,
      headers: {},
      body: { code: '403', msg: staffAccountsTexts.ownPasswordFirst.zh, why: 'own-password' },
    })
    expect(incompleteSignInResponse(call, 'second-factor', 'zh')).toEqual({
      status: 403,
      headers: {},
      body: {
        results: 0,
        code: '403',
        msg: staffAccountsTexts.factorFirst.zh,
        why: 'second-factor',
      },
    })
  })

  test('a response to a write that cannot be stored now says whether to retry', () => {
    const full = writeUnavailableResponse(call, 'full', 'zh')
    expect(full).toEqual(errorResponse(call, 507, refusalTexts.storageFull, 'zh'))
    expect(full.headers).toEqual({})
    const standby = writeUnavailableResponse(call, 'standby', 'zh')
    expect([standby.status, standby.headers]).toEqual([503, { 'retry-after': '5' }])
  })

  test('a response with Retry-After keeps its other headers', () => {
    const plain = plainErrorResponse(404, refusalTexts.notFound, 'en')
    expect(plain).toEqual({
      status: 404,
      headers: {},
      body: { code: '404', msg: refusalTexts.notFound.en },
    })
    const tagged = { ...plain, headers: { etag: '"1"' } }
    expect(withRetryAfter(tagged, 3)).toEqual({
      ...plain,
      headers: { etag: '"1"', 'retry-after': '3' },
    })
  })
})
