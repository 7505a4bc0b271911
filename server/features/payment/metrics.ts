import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../platform/database/database.ts'

/**
 * Count what a person in charge of the money watches: orders without an end, and what somebody must
 * look at.
 */
export function watchPayments(registry: Registry, db: Db): void {
  const registers = [registry]
  const count = sql<string>`count(*)`.as('count')
  new Gauge({
    name: 'payment_orders',
    help: 'Orders that have not ended, by state; checking waits for the gateway',
    labelNames: ['state'],
    registers,
    async collect() {
      const states = ['open', 'checking'] as const
      const rows = db
        .selectFrom('pay_order')
        .select(['state', count])
        .where('state', 'in', states)
        .groupBy('state')
        .execute()
      const counts = new Map(
        (await rows.catch(() => [])).map((row) => [row.state, Number(row.count)]),
      )
      this.reset()
      for (const state of states) this.set({ state }, counts.get(state) ?? 0)
    },
  })
  new Gauge({
    name: 'payment_incidents',
    help: 'Payments that need a person, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const rows = db
        .selectFrom('payment_incident')
        .select(['kind', count])
        .groupBy('kind')
        .execute()
      this.reset()
      for (const row of await rows.catch(() => [])) this.set({ kind: row.kind }, Number(row.count))
    },
  })
}
