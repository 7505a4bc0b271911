/**
 * The first segments of the addresses of calls (D-04). Pages and calls share names closely, so only
 * whole segments count.
 */
export const apiSegments: ReadonlySet<string> = new Set([
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

/** What the backend answers by itself beside calls: the stand-in messaging app and the probes. */
export const backendSegments: ReadonlySet<string> = new Set([
  'sandbox',
  'healthz',
  'readyz',
  'metrics',
])

/**
 * Does this path below `base` belong to the app's own pages and files, and to no call or page of
 * the backend?
 */
export function isAppAddress(pathname: string, base = '/'): boolean {
  if (!pathname.startsWith(base)) return false
  const first = pathname.slice(base.length).split('/', 1)[0] ?? ''
  return !apiSegments.has(first) && !backendSegments.has(first)
}

/**
 * Does the address name a file (`robots.txt`, `MP_verify_1.txt`, `.well-known/…`) and so no page?
 */
export const isFileAddress = (pathname: string): boolean =>
  /\.[a-z]\w*$|\/\.well-known\//i.test(pathname)
