import { randomInt } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from './logs.ts'
import type { Metrics } from './metrics.ts'

/** The variables that the parts of one request share. */
export type RequestEnv = {
  Variables: { route: string; fault: unknown; request: string }
  /** Whether this process itself asks: nobody's request is neither counted nor logged. */
  Bindings: { isInternal?: boolean }
}

/**
 * Count and log each request under the name of its route: an address may hold a student's number.
 */
export const observeRequests =
  ({ log, metrics }: { log: Log; metrics: Metrics }): MiddlewareHandler<RequestEnv> =>
  async (c, next) => {
    const begun = performance.now()
    // Never the caller's: anybody could write into the log with it.
    const id = createRequestId()
    c.set('request', id)
    await next()
    c.res.headers.set('X-Request-Id', id)
    const fault = c.get('fault')
    if (c.env?.isInternal === true && fault === undefined) return
    const ms = performance.now() - begun
    const route =
      c.get('route') ??
      (c.res.headers.get('Content-Type')?.startsWith('text/html') === true ? 'page' : 'file')
    metrics.recordRequest({ route, status: c.res.status }, ms / 1000)
    const line = {
      id,
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(ms * 10) / 10,
    }
    if (fault === undefined) log.info(line)
    else log.error({ ...line, fault })
  }

/**
 * An id of a request that can be read out on the telephone in any language: nine digits in three
 * groups. It says nothing about the caller or the call.
 */
export const createRequestId = (): string =>
  String(randomInt(1_000_000_000))
    .padStart(9, '0')
    .replace(/(...)(...)/, '$1-$2-')
