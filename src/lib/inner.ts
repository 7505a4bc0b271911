/** Is this an address of the app itself, safe to go to after sign-in (no open redirect, D-16)? */
export function isInner(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) && !/[\u0000-\u001f\\]/.test(address)
}

/** The `next` of an address, if it is inner. */
export const nextOf = (search: Record<string, unknown>): { next?: string } =>
  isInner(search['next']) ? { next: search['next'] } : {}
