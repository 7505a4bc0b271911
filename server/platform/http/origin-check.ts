import type { Context } from 'hono'

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether this is a write that a page of another origin makes a browser send. SameSite does not
 * prevent such a write: a form on a sibling host is sent with this site's cookies. Requests of
 * other programs carry neither an origin nor cookies, and are accepted.
 */
export function isCrossOriginWrite(c: Context, publicUrl: string | undefined): boolean {
  if (READS.includes(c.req.method)) return false
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  // Older browsers send `Origin: null` for pages with the policy no-referrer, which this app's
  // pages have. JSON is accepted, because a form of another site cannot send JSON.
  if (origin === 'null') return isForm(c) && c.req.header('cookie') !== undefined
  const own = c.req.header('host') ?? new URL(c.req.url).host
  const hosts = [own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host)
}

const isForm = (c: Context) => !/^application\/json\b/i.test(c.req.header('content-type') ?? '')

/** Whether a browser sent this request. Browsers send `Sec-Fetch-Site` or `Origin`. */
export const isFromBrowser = (c: Context): boolean =>
  c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined
