/**
 * The n-th pause in a row, ms: the first, then each twice as long as the one before it, up to the
 * longest.
 */
export const exponentialBackoff = (
  nth: number,
  { first, longest }: { readonly first: number; readonly longest: number },
): number => Math.min(longest, first * 2 ** Math.min(nth - 1, 20))
