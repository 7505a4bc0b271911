import type { Context } from 'hono'

/** Did the browser come by TLS, to us or to the proxy in front? */
export const isTls = (c: Context): boolean =>
  c.req.header('x-forwarded-proto') === 'https' || new URL(c.req.url).protocol === 'https:'
