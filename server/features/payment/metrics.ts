import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../platform/database/db.ts'
import { withScrapeTimeout } from '../../platform/monitoring/scrape-timeout.ts'

/** Registers the metrics of payment: unresolved orders and open incidents. */
export function registerPaymentMetrics(registry: Registry, db: Db): void {
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
      const found = await withScrapeTimeout(rows)
      this.reset()
      // If the number is unknown, no value is reported, because 0 would be wrong.
      if (found === undefined) return
      const counts = new Map(found.map((row) => [row.state, Number(row.count)]))
      for (const state of states) this.set({ state }, counts.get(state) ?? 0)
    },
  })
  new Gauge({
    name: 'payment_incidents',
    help: 'Payments that need a person and were not handled, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const rows = db
        .selectFrom('payment_incident')
        .select(['kind', count])
        .where('handled_at', 'is', null)
        .groupBy('kind')
        .execute()
      const found = await withScrapeTimeout(rows)
      this.reset()
      for (const row of found ?? []) this.set({ kind: row.kind }, Number(row.count))
    },
  })
}
