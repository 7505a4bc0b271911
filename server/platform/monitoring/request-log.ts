import { randomInt } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from './logs.ts'
import type { Metrics } from './metrics.ts'

/** The variables of a request in Hono's context. */
export type RequestEnv = {
  Variables: { route: string; fault: unknown; request: string }
  /**
   * Whether this process has sent the request to itself; such a request is neither counted nor
   * logged.
   */
  Bindings: { isInternal?: boolean }
}

/**
 * Counts and logs each request by its route. The address is not logged, because it can contain a
 * student's number.
 */
export const observeRequests =
  ({ log, metrics }: { log: Log; metrics: Metrics }): MiddlewareHandler<RequestEnv> =>
  async (c, next) => {
    const begun = performance.now()
    // An id that the client sends is not used: clients could write anything into the log with it.
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
 * Creates a random id of a request. It consists of nine digits in three groups, so that people can
 * read it out on the phone in any language.
 */
export const createRequestId = (): string =>
  String(randomInt(1_000_000_000))
    .padStart(9, '0')
    .replace(/(...)(...)/, '$1-$2-')
