import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { registerSubmissionMetrics, type ObservedSubmission } from './outbox-metrics.ts'

/** The metrics of a server. */
export interface Metrics {
  readonly registry: Registry
  readonly recordRequest: (labels: { route: string; status: number }, seconds: number) => void
  readonly recordSubmission: (met: ObservedSubmission) => void
}

/** Creates the metrics of one server. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Seconds a request took, by route',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited for' }, pool.waitingCount)
    },
  })
  return {
    registry,
    recordSubmission: registerSubmissionMetrics(registry),
    recordRequest: ({ route, status }, seconds) => {
      requests.inc({ route, status })
      durations.observe({ route }, seconds)
    },
  }
}
