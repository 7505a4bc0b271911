import { expect, test, vi } from 'vitest'
import type { Db } from '#server/platform/database/db'
import { declareRaceConstraint, runTransaction } from '#server/platform/database/driver/transaction'

const INSIDE = { name: 'the transaction' }
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
