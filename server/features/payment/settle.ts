import type { Db } from '../../platform/database.ts'
import type { OrderRow } from '../../platform/schema-money.ts'
import type { Gateway, Standing } from '../../payments/gateway.ts'
import { credit } from './credit.ts'
import { payableOf } from '../fees/store.ts'
import { findOrder, moveOrder, takeDoubtful } from './orders.ts'

/** How many orders one process asks the gateway about at once. */
const LANES = 8

/** What settling an order needs of the outside. */
export interface Till {
  readonly db: Db
  readonly gateway: Gateway
  readonly now: Date
}

/**
 * Find out how an order stands, from the gateway alone, and write it down. With `end` it is closed unless it is paid:
 * asked, closed, and what the closing says counts (security 4). Never inside a transaction: a gateway may take its time.
 */
export async function settle({ db, gateway, now }: Till, number: string, { end }: { end: boolean }): Promise<OrderRow['state']> {
  const order = await findOrder(db, number)
  if (order === undefined) return 'closed'
  if (order.state === 'paid') return 'paid'
  const move = (state: OrderRow['state'], from?: readonly OrderRow['state'][]) =>
    moveOrder(db, number, { state, updated_at: now }, from)
  // Before the gateway is asked: whoever is being handed this order meanwhile finds out that it is being ended.
  if (end) await move('checking')
  let standing: Standing = await gateway.query(number)
  if (end && (standing.type === 'waiting' || standing.type === 'unknown')) standing = await gateway.close(number)
  switch (standing.type) {
    case 'paid':
      // Of another amount than was ordered: a person looks at it, but nobody goes on waiting for it.
      if ((await credit(db, { way: gateway.way, taken: standing, now })) === 'wrong amount') await move('closed')
      break
    case 'closed':
      await move('closed')
      break
    case 'unknown':
      // Never heard of there, so no phone can pay it; unless it has been taken up again, and is being asked for just now.
      if (end || order.prepay === null) await move('closed', ['checking'])
      else await move('open', ['checking'])
      break
    case 'waiting':
      await move('open', ['checking'])
      break
    case 'away':
      await move('checking')
  }
  return (await findOrder(db, number))?.state ?? 'closed'
}

/**
 * Look after orders whose end nobody has told: lost notices, closed apps, run-out time. Answers how many were looked at.
 * One that fails keeps no others waiting.
 */
export async function sweep(till: Till, { isOver = () => false }: { isOver?: () => boolean } = {}): Promise<number> {
  const lanes: Promise<void>[] = []
  const failures: unknown[] = []
  let count = 0
  const look = async () => {
    while (!isOver()) {
      const order = await takeDoubtful(till.db, till.now)
      if (order === undefined) return
      count += 1
      // As long as there is something to do, one more does it.
      if (lanes.length < LANES) begin()
      await settle(till, order.number, { end: await isToEnd(till, order) })
    }
  }
  const begin = () => void lanes.push(look().catch((cause: unknown) => void failures.push(cause)))
  begin()
  for (const lane of lanes) await lane
  if (failures.length > 0) throw failures[0]
  return count
}

// Its time is over, or less is owed by now than it would collect: paid on campus, set off, or paid by another order.
const isToEnd = async ({ db, now }: Till, order: OrderRow): Promise<boolean> =>
  order.expires_at <= now ||
  order.amount_fen > (await payableOf(db, { student: order.student_code, year: order.year, charge: order.charge_id }))
