/**
 * The first path segments of all calls (D-04). Only whole segments are compared, because some pages
 * have names that begin like a call's.
 */
export const apiPathSegments: ReadonlySet<string> = new Set([
  'api',
  'orientation',
  'findScore',
  'payment',
  'commonrest',
  'reportBill',
  'getyearandterm',
  'getSocre',
  'stuTable',
  'searchapi',
  'findStuInfo',
  'Livings',
  'stuphoto',
  'wx',
  'getPayParam',
])

/**
 * The first path segments of what the backend serves besides calls: the messaging app's sandbox,
 * the probes and the metrics.
 */
export const backendPathSegments: ReadonlySet<string> = new Set([
  'sandbox',
  'healthz',
  'readyz',
  'metrics',
])

/**
 * Whether a path belongs to the app's own pages and files. False for a path outside `base`, and for
 * a call or page of the backend.
 */
export function isAppAddress(pathname: string, base = '/'): boolean {
  if (!pathname.startsWith(base)) return false
  const first = pathname.slice(base.length).split('/', 1)[0] ?? ''
  return !apiPathSegments.has(first) && !backendPathSegments.has(first)
}

/**
 * Whether a path names a file (`robots.txt`, `MP_verify_1.txt`, `.well-known/…`) and not a page.
 */
export const isFileAddress = (pathname: string): boolean =>
  /\.[a-z]\w*$|\/\.well-known\//i.test(pathname)
