import type { Context } from 'hono'

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Does another site have a browser send this write? Such a form comes with our cookies where that
 * site is a sibling host, whatever SameSite says. Programs that are no browsers say nothing of
 * where they come from, and have no cookies.
 */
export function isCrossOriginWrite(c: Context, publicUrl: string | undefined): boolean {
  if (READS.includes(c.req.method)) return false
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  // An older browser hides the origin of a form whose page sends no referrer, ours among them.
  // Nobody else's form can send JSON.
  if (origin === 'null') return isForm(c) && c.req.header('cookie') !== undefined
  const own = c.req.header('host') ?? new URL(c.req.url).host
  const hosts = [own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host)
}

const isForm = (c: Context) => !/^application\/json\b/i.test(c.req.header('content-type') ?? '')

/** Does a browser send this, and no other program? It says where the page that asks comes from. */
export const isFromBrowser = (c: Context): boolean =>
  c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined
