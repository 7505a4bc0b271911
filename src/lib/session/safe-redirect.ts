/** Is this an address of the app itself, safe to go to after sign-in (no open redirect, D-16)? */
export function isSafeRedirect(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) && !/[\0-\x1f\\]/.test(address)
}

/**
 * The `next` of an address, if it is inner. Said even when it is not: the router would hand on what
 * was left out.
 */
export const parseNextParam = (search: Record<string, unknown>): { next?: string | undefined } => ({
  next: isSafeRedirect(search['next']) ? search['next'] : undefined,
})
