import { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  UnconfirmedCommitError,
  watchCommitNotices,
} from '#server/platform/database/driver/commit-confirmation'
import { createKyselyPool } from '#server/platform/database/driver/pool'
import {
  pipelineStatement,
  prepareStatement,
} from '#server/platform/database/driver/prepared-statement'
import { createFakeConnection } from '../../../support/database/fake-connection.ts'

const ADD = 'insert into word values ($1)'
const FIND = 'select text from word where id = $1'
pipelineStatement('add a word', ADD)
prepareStatement('find a word', FIND)

const sending = { statementMs: 3000, waitMs: 700, names: 'never' } as const
const coded = (code: string) => Object.assign(new Error(code), { code })

/** A connection as the query builder acquires it, with the messages that it sends. */
async function borrowed(
  wishes: Partial<Parameters<typeof createKyselyPool>[1]> = {},
  stream?: Socket,
) {
  const fake = createFakeConnection(stream)
  const lent = await createKyselyPool(fake.pool, { ...sending, ...wishes }).connect()
  const ask = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
    lent.query(text, [...values])
  /** The error of a statement, or undefined if it succeeds. */
  const failureOf = (text: string) =>
    ask(text).then(
      () => undefined,
      (error: unknown) => error,
    )
  return { fake, lent, ask, failureOf }
}
afterEach(() => void vi.useRealTimers())

const NOTHING = { command: '', rowCount: 0, rows: [] }
/** Whether a statement is answered without waiting for another statement. */
const atOnce = (asked: Promise<unknown>) => {
  const later = new Promise((resolve) => setImmediate(() => resolve('not yet')))
  return Promise.race([asked, later])
}

describe('a statement', () => {
  test('a statement is sent with its parameters, and its result is returned', async () => {
    const { fake, ask } = await borrowed()
    expect(await ask(FIND, [4])).toMatchObject({ rows: [{ text: FIND }] })
    expect(fake.sent).toEqual([{ text: FIND, name: undefined, values: [4] }])
  })

  test('a declared statement gets a name if the connection keeps prepared statements', async () => {
    const { fake, ask } = await borrowed({ names: 'always' })
    await ask(FIND, [4])
    await ask('select 1')
    expect(fake.sent.map(({ name }) => name)).toEqual(['find a word', undefined])
  })

  test('a single statement is cancelled after its timeout, and its connection is not reused', async () => {
    vi.useFakeTimers()
    const { fake, lent, ask } = await borrowed()
    fake.answer = () => new Promise((resolve) => setTimeout(() => resolve({ rows: [] }), 3001))
    const asked = ask('select 1')
    expect(vi.getTimerCount()).toBe(2)
    await vi.advanceTimersByTimeAsync(3001)
    expect(await asked).toEqual({ rows: [] })
    lent.release()
    expect(fake.released).toEqual([true])
  })

  test('a statement that finishes in time is not cancelled later', async () => {
    vi.useFakeTimers()
    const { fake, lent, ask, failureOf } = await borrowed()
    await ask('select 1')
    fake.answer = () => Promise.reject(coded('23505'))
    expect(await failureOf('select 2')).toMatchObject({ code: '23505' })
    expect(vi.getTimerCount()).toBe(0)
    lent.release()
    expect(fake.released).toEqual([false])
  })

  test('a statement that fails with a value that is not an Error rejects with an Error', async () => {
    const { fake, failureOf } = await borrowed()
    fake.answer = () => Promise.reject('odd')
    expect(await failureOf('select 1')).toEqual(new Error('odd'))
  })
})

describe('a transaction', () => {
  test('BEGIN sets the time limits of its transaction and is not awaited, and BEGIN and COMMIT have the connection timeout', async () => {
    const { fake, ask } = await borrowed()
    let answerBegin: (answer: unknown) => void = () => {}
    fake.answer = () => new Promise((resolve) => (answerBegin = resolve))
    expect(await atOnce(ask('begin'))).toEqual(NOTHING)
    answerBegin({ rows: [] })
    fake.answer = () => ({ rows: [] })
    for (const text of [FIND, 'commit', FIND]) await ask(text)
    expect(fake.sent.map(({ text, query_timeout }) => [text, query_timeout])).toEqual([
      [
        'begin; set local statement_timeout = 3000; set local idle_in_transaction_session_timeout = 15000',
        700,
      ],
      [FIND, undefined],
      ['commit', 700],
      [FIND, undefined],
    ])
  })

  test('the database and not the client limits how long the statements of a transaction run', async () => {
    vi.useFakeTimers()
    const { fake, ask } = await borrowed()
    await ask('begin')
    fake.answer = () => new Promise(() => {})
    void ask(FIND)
    await vi.advanceTimersByTimeAsync(0)
    expect(fake.sent).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['commit', 'rollback'])(
    'after the %s of a transaction, statements run outside of it',
    async (end) => {
      vi.useFakeTimers()
      const { fake, ask } = await borrowed()
      for (const text of ['begin', FIND, end]) await ask(text)
      fake.answer = () => new Promise(() => {})
      let isAnswered = false
      void ask(ADD).then(() => (isAnswered = true))
      await vi.advanceTimersByTimeAsync(0)
      expect([isAnswered, vi.getTimerCount()]).toEqual([false, 1])
    },
  )

  test('a transaction lasts until its commit or rollback, whatever statements run or fail in it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { fake, ask, failureOf } = await borrowed()
    for (const text of ['begin', FIND, 'savepoint a']) await ask(text)
    fake.answer = () => Promise.reject(coded('23505'))
    expect(await failureOf(FIND)).toMatchObject({ code: '23505' })
    fake.answer = () => new Promise(() => {})
    expect(await atOnce(ask(ADD))).toEqual(NOTHING)
    void ask(FIND)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a transaction pipelines statements that are not awaited behind the earlier ones', async () => {
    const { fake, ask } = await borrowed()
    fake.answer = () => new Promise(() => {})
    for (const text of ['begin', ADD, ADD]) expect(await atOnce(ask(text, [1]))).toEqual(NOTHING)
    expect(fake.sent.slice(1)).toMatchObject([
      { text: ADD, values: [1] },
      { text: ADD, values: [1] },
    ])
  })

  test('after a pipelined statement failed, its transaction fails at the next statement or at its commit', async () => {
    for (const next of [FIND, 'commit']) {
      const { fake, ask, failureOf } = await borrowed()
      await ask('begin')
      fake.answer = () => Promise.reject(coded('23505'))
      await ask(ADD)
      fake.answer = () => Promise.reject(coded('25P02'))
      expect([next, await failureOf(next)]).toMatchObject([next, { code: '23505' }])
    }
  })

  test('a transaction with a failed pipelined statement can be rolled back, and the next transaction is unaffected', async () => {
    const { fake, ask, failureOf } = await borrowed()
    await ask('begin')
    fake.answer = () => Promise.reject(coded('23505'))
    await ask(ADD)
    fake.answer = () => ({ rows: [] })
    for (const text of ['rollback', 'begin', FIND, 'commit'])
      expect([text, await failureOf(text)]).toEqual([text, undefined])
  })

  test('a transaction fails with the error of its own statement if no pipelined statement failed before', async () => {
    const { fake, ask, failureOf } = await borrowed()
    await ask('begin')
    await ask(ADD)
    fake.answer = () => Promise.reject(coded('22P02'))
    expect(await failureOf(FIND)).toMatchObject({ code: '22P02' })
  })

  test('a connection whose transaction was left open does not return to the pool', async () => {
    const { fake, lent } = await borrowed()
    fake.status = 'T'
    lent.release()
    fake.status = 'I'
    lent.release()
    expect(fake.released).toEqual([true, false])
  })
})

describe('a lost connection', () => {
  test('a lost connection fails all its statements with the reason, and also the end of a transaction', async () => {
    const { fake, lent, ask, failureOf } = await borrowed()
    await ask('begin')
    const away = coded('ECONNRESET')
    fake.answer = () => Promise.reject(away)
    expect(await failureOf(FIND)).toBe(away)
    fake.answer = () => ({ rows: [] })
    expect(await failureOf('rollback')).toBe(away)
    expect(fake.sent).toHaveLength(2)
    lent.release()
    expect(fake.released).toEqual([away])
  })

  test('a connection whose statement failed for another reason is not treated as lost', async () => {
    const { fake, lent, failureOf } = await borrowed()
    fake.answer = () => Promise.reject(coded('23505'))
    await failureOf(FIND)
    fake.answer = () => ({ rows: [] })
    expect(await failureOf(FIND)).toBeUndefined()
    lent.release()
    expect(fake.released).toEqual([false])
  })

  test('a connection whose commit did not wait for its standby is treated as lost, and the commit fails', async () => {
    const { fake, lent, ask, failureOf } = await borrowed()
    watchCommitNotices(fake.client)
    await ask('begin')
    fake.answer = () => {
      fake.client.emit('notice', { routine: 'SyncRepWaitForLSN' })
      return { rows: [] }
    }
    const unsure = await failureOf('commit')
    expect(unsure).toBeInstanceOf(UnconfirmedCommitError)
    lent.release()
    expect(fake.released).toEqual([unsure])
  })

  test('a connection that is lost during its check is not given to a caller', async () => {
    const fake = createFakeConnection()
    fake.answer = () => Promise.reject(coded('ECONNRESET'))
    const connecting = createKyselyPool(fake.pool, {
      ...sending,
      names: 'where-supported',
    }).connect()
    await expect(connecting).rejects.toThrow('ECONNRESET')
    expect(fake.released).toEqual([true])
  })
})

test('statements issued in one tick of the event loop are sent together', async () => {
  const stream = new Socket()
  const { ask } = await borrowed({}, stream)
  const held = () => stream.writableCorked
  const first = ask('begin')
  const second = ask(ADD)
  expect(held()).toBe(2)
  await Promise.all([first, second])
  await new Promise((next) => setImmediate(next))
  expect(held()).toBe(0)
  void ask(ADD)
  expect(held()).toBe(1)
})

test('destroying the query builder closes its pool', async () => {
  const { pool, ended } = createFakeConnection()
  await createKyselyPool(pool, sending).end()
  expect(ended()).toBe(true)
})
