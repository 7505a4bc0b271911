/**
 * Whether an address is a path of the app itself, safe to open after sign-in (no open redirect,
 * D-16).
 */
export function isSafeRedirect(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) && !/[\0-\x1f\\]/.test(address)
}

/**
 * The `next` parameter of a URL, if it is a safe redirect. If it is not, the key is present with
 * the value undefined, because the router would otherwise keep the original value.
 */
export const parseNextParam = (search: Record<string, unknown>): { next?: string | undefined } => ({
  next: isSafeRedirect(search['next']) ? search['next'] : undefined,
})
