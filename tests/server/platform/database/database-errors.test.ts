import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { OverloadedError } from '#server/platform/concurrency'
import {
  assertCommitConfirmed,
  UnconfirmedCommitError,
  watchCommitNotices,
} from '#server/platform/database/driver/commit-confirmation'
import { classifyDatabaseError } from '#server/platform/database/errors'

const coded = (code: string) => Object.assign(new Error('odd'), { code })
const splitCodes = (code: string) => code.split(' ')

describe('classification of a failed query', () => {
  test.each([
    // Errors of the local or remote network, and of name resolution.
    [
      'unavailable',
      splitCodes('EADDRNOTAVAIL EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN'),
    ],
    [
      'unavailable',
      splitCodes('EHOSTUNREACH ENETDOWN ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'),
    ],
    // Errors of the connection, shutdowns by the operator, and a failing or read-only database.
    ['unavailable', splitCodes('08000 08006 57P01 57P03 3D000 58030 25P03 25006')],
    ['busy', splitCodes('53000 53200 53300 53400 57014 40001 40P01 55P03')],
    ['full', splitCodes('53100 ENOSPC')],
    ['unstorable-text', splitCodes('22021 22P05')],
    // The last code has the digits of 57P01 in another order.
    ['other', splitCodes('23505 42P01 22008 157P1')],
  ] as const)('a query error is classified: %s: %s', (trouble, codes) => {
    expect(codes.map((code) => [code, classifyDatabaseError(coded(code))])).toEqual(
      codes.map((code) => [code, trouble]),
    )
  })

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('the driver’s message “%s” means that the database is unavailable', (message) => {
    expect(classifyDatabaseError(new Error(message))).toBe('unavailable')
  })

  test('an OverloadedError is classified as a busy database, and an UnconfirmedCommitError as an unavailable database', () => {
    expect(classifyDatabaseError(new OverloadedError())).toBe('busy')
    expect(classifyDatabaseError(new UnconfirmedCommitError())).toBe('unavailable')
  })

  test('a thrown value that is not an Error is not classified, whatever its name', () => {
    expect([{ code: '53300' }, undefined, 'Query read timeout'].map(classifyDatabaseError)).toEqual(
      ['other', 'other', 'other'],
    )
    expect(classifyDatabaseError(new Error('odd'))).toBe('other')
  })
})

describe('a commit that did not wait for its standby', () => {
  const client = () => {
    const one = new pg.Client()
    watchCommitNotices(one)
    return one
  }
  const notice = (on: EventEmitter, routine: string) => on.emit('notice', { routine })

  test('a warning about an unconfirmed commit makes only the connection that received it fail', () => {
    const [one, other] = [client(), client()]
    assertCommitConfirmed(one)
    notice(one, 'SyncRepWaitForLSN')
    expect(() => assertCommitConfirmed(one)).toThrow(UnconfirmedCommitError)
    assertCommitConfirmed(other)
  })

  test('a warning of any other kind does not count as an unconfirmed commit', () => {
    const one = client()
    notice(one, 'ExecuteTruncate')
    assertCommitConfirmed(one)
  })
})
