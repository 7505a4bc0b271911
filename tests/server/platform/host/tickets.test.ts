import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Database } from '#server/platform/database/database'
import type { Db } from '#server/platform/database/db'
import {
  deleteMessagingAppTicket,
  type MessagingAppTicket,
  getMessagingAppTicket,
} from '#server/platform/host/tickets'
import { recordStatements } from '../../../support/backend/recorded-statements.ts'
import { openFreshDatabase } from '../../../support/database/fresh-database.ts'

let database: Database
beforeAll(async () => {
  database = await openFreshDatabase()
})
afterAll(() => database.close())
afterEach(() => database.db.deleteFrom('host_ticket').execute())

const NOON = new Date('2026-09-01T04:00:00Z')
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
/**
 * A messaging app that issues the tickets `first`, `second` and `third`, each valid for this many
 * seconds.
 */
function giver(seconds = 7200) {
  const values = ['first', 'second', 'third']
  return vi.fn<() => Promise<MessagingAppTicket>>(async () => ({
    value: values.shift() ?? '',
    seconds,
  }))
}
const requestTicket = (
  ask: () => Promise<MessagingAppTicket>,
  { name = 'token', seconds = 0, db = database.db } = {},
) => getMessagingAppTicket(db, { name, now: at(seconds), ask })

test('a ticket is renewed five minutes before it expires, and is read from memory until then', async () => {
  const ask = giver(1000)
  expect(await requestTicket(ask)).toBe('first')
  expect(
    await recordStatements(async () =>
      expect(await requestTicket(ask, { seconds: 699 })).toBe('first'),
    ),
  ).toHaveLength(1)
  expect(await requestTicket(ask, { seconds: 700 })).toBe('second')
  expect(await requestTicket(ask, { seconds: 1399 })).toBe('second')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a ticket that expires within five minutes is used for the current request only', async () => {
  const ask = giver(299)
  expect([await requestTicket(ask), await requestTicket(ask)]).toEqual(['first', 'second'])
  const kept = await database.db.selectFrom('host_ticket').select('expires_at').execute()
  expect(kept).toEqual([{ expires_at: NOON }])
})

test('concurrent requests for a ticket share one request to the messaging app, and each ticket name has its own', async () => {
  const [one, other] = [giver(), giver()]
  const all = await Promise.all([
    requestTicket(one),
    requestTicket(one),
    requestTicket(one),
    requestTicket(other, { name: 'page' }),
  ])
  expect(all).toEqual(['first', 'first', 'first', 'first'])
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
})

test('a request that waited for another process uses the ticket which that process got', async () => {
  let looks = 0
  // The other process stores its ticket between the first lookup and the second.
  const late: Db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (looks++ === 0) await requestTicket(giver())
      return result
    },
  })
  const ask = giver()
  expect(await requestTicket(ask, { db: late })).toBe('first')
  expect(ask).not.toHaveBeenCalled()
})

test('a failed request for a ticket fails for its callers, and the next caller requests again', async () => {
  const away = new Error('away')
  const ask = giver().mockRejectedValueOnce(away)
  await expect(requestTicket(ask)).rejects.toBe(away)
  expect(await requestTicket(ask)).toBe('first')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a rejected ticket is discarded, but not the ticket that has replaced it', async () => {
  const ask = giver()
  await requestTicket(ask)
  await requestTicket(giver(), { name: 'page' })
  await deleteMessagingAppTicket(database.db, { name: 'token', value: 'older' })
  expect(await requestTicket(ask)).toBe('first')
  await deleteMessagingAppTicket(database.db, { name: 'token', value: 'first' })
  expect(await requestTicket(ask)).toBe('second')
  const names = await database.db.selectFrom('host_ticket').select(['name', 'value']).execute()
  expect(names.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'page', value: 'first' },
    { name: 'token', value: 'second' },
  ])
})
