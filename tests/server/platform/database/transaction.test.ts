import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '#server/platform/database/db'
import { prepareStatement } from '#server/platform/database/driver/prepared-statement'
import { declareRaceConstraint, runTransaction } from '#server/platform/database/driver/transaction'
import { createSingleTableDatabase } from '../../../support/database/single-table-database.ts'

const INSIDE = {
  name: 'the transaction',
  getExecutor: () => ({
    provideConnection: (give: (connection: object) => Promise<void>) => give({}),
  }),
}
/** Reports whether it is called inside the transaction. */
const inside = async (tx: object) => (tx === INSIDE ? 'inside' : 'outside')

/** A database whose successive transactions end in these ways. */
function ending(...ends: readonly (string | Error)[]) {
  const left = [...ends]
  const db = {
    transaction: () => ({
      execute: async (work: (tx: object) => Promise<string>) => {
        const said = await work(INSIDE)
        const end = left.shift()
        if (end instanceof Error) throw end
        return `${said} ${end}`
      },
    }),
  } as unknown as Db
  return db
}
const broken = (constraint: string) => Object.assign(new Error('broken'), { constraint })

test('a transaction that lost a race is repeated until it succeeds, and the failed attempts leave nothing', async () => {
  declareRaceConstraint('only_one')
  declareRaceConstraint('only_two')
  const work = vi.fn<(tx: Db) => Promise<string>>(inside)
  const db = ending(broken('only_one'), broken('only_two'), broken('only_one'), 'committed')
  expect(await runTransaction(db, work)).toBe('inside committed')
  expect(work).toHaveBeenCalledTimes(4)
})

test.each([
  broken('another_rule'),
  new Error('odd'),
  Object.assign(new Error(), { code: '23505' }),
])('a transaction that fails for another reason is not repeated: %s', async (fault) => {
  const work = vi.fn<(tx: Db) => Promise<string>>(inside)
  await expect(runTransaction(ending(fault, 'committed'), work)).rejects.toBe(fault)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a thrown value that is not an Error is rethrown', async () => {
  await expect(runTransaction(ending(), () => Promise.reject(undefined))).rejects.toBeUndefined()
})

describe('prepared statements that a transaction runs together', () => {
  const LOCK = 'select id from step where id = $1 for no key update'
  const READ = 'select page from step where id = $1'
  const lockStep = prepareStatement<{ id: number }>('lock a row of the test', LOCK)
  const readStep = prepareStatement<{ page: string }>('read a row of the test', READ)

  async function openSteps() {
    const { database, drop } = await createSingleTableDatabase(
      `create table step (id int primary key, page text);
       insert into step values (1, 'before')`,
    )
    onTestFinished(drop)
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    const hasSent = (text: string) =>
      statements.mock.calls.some(([asked]) => Reflect.get(Object(asked), 'text') === text)
    return { ...database, hasSent }
  }

  test('are sent at once, and a read sees what was committed while the lock before it waited', async () => {
    const { db, pool, hasSent } = await openSteps()
    const other = await pool.connect()
    await other.query('begin; select from step for update')
    const both = runTransaction(db, (tx) =>
      Promise.all([lockStep.run(tx, [1]), readStep.run(tx, [1])]),
    )
    await expect.poll(() => hasSent(LOCK)).toBe(true)
    expect(hasSent(READ)).toBe(true)
    await other.query(`update step set page = 'after'`)
    await other.query('commit')
    other.release()
    const [, { rows }] = await both
    expect(rows).toEqual([{ page: 'after' }])
  })

  test('fail with the error of the first one that failed, and the connection can be used again', async () => {
    const { db, pool } = await openSteps()
    const both = runTransaction(db, (tx) =>
      Promise.all([lockStep.run(tx, ['none']), readStep.run(tx, [1])]),
    )
    await expect(both).rejects.toMatchObject({ code: '22P02' })
    const { rows } = await runTransaction(db, (tx) => readStep.run(tx, [1]))
    expect(rows).toEqual([{ page: 'before' }])
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  })
})
