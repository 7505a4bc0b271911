/**
 * The n-th consecutive pause, ms, counted from 1: the first pause doubled n - 1 times, at most
 * `longest`.
 */
export const exponentialBackoff = (
  nth: number,
  { first, longest }: { readonly first: number; readonly longest: number },
): number => Math.min(longest, first * 2 ** Math.min(nth - 1, 20))
