import type { Db } from '../../platform/database.ts'
import type { OrderRow } from '../../platform/schema-money.ts'
import type { Gateway, Standing } from '../../payments/gateway.ts'
import { credit } from './credit.ts'
import { findOrder, moveOrder, takeDoubtful } from './orders.ts'

const AT_ONCE = 20

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
  let standing: Standing = await gateway.query(number)
  if (end && (standing.type === 'waiting' || standing.type === 'unknown')) {
    await moveOrder(db, number, { state: 'checking', updated_at: now })
    standing = await gateway.close(number)
  }
  switch (standing.type) {
    case 'paid':
      await credit(db, { way: gateway.way, taken: standing, now })
      return (await findOrder(db, number))?.state ?? 'checking'
    case 'closed':
      await moveOrder(db, number, { state: 'closed', updated_at: now })
      return (await findOrder(db, number))?.state ?? 'closed'
    case 'unknown':
      // Never heard of there: nobody can have paid it, and nobody shall.
      if (end) await moveOrder(db, number, { state: 'closed', updated_at: now })
      return end ? 'closed' : order.state
    case 'waiting':
      if (order.state === 'checking') await moveOrder(db, number, { state: 'open', updated_at: now })
      return 'open'
    case 'away':
      await moveOrder(db, number, { state: 'checking', updated_at: now })
      return 'checking'
  }
}

/** Look after orders whose end nobody has told: lost notices, closed apps, run-out time. Answers how many were looked at. */
export async function sweep(till: Till): Promise<number> {
  const doubtful = await takeDoubtful(till.db, { now: till.now, most: AT_ONCE })
  for (const order of doubtful) await settle(till, order.number, { end: order.expires_at <= till.now })
  return doubtful.length
}
