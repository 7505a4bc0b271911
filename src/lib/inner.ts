/** Is this an address of the app itself, safe to go to after sign-in (no open redirect, D-16)? */
export function isInner(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) && !/[\0-\x1f\\]/.test(address)
}

/**
 * The `next` of an address, if it is inner. Said even when it is not: the router would hand on what
 * was left out.
 */
export const nextOf = (search: Record<string, unknown>): { next?: string | undefined } => ({
  next: isInner(search['next']) ? search['next'] : undefined,
})
