import { parseYuan } from '#contract/fields'
import { DEFERRAL_FIRST_PAYMENT_FEN } from '#contract/green-channel'

/**
 * Parses an amount in yuan from an address, and returns it in fen: at most two decimals, not
 * negative (GRN-41). Returns NaN if the amount is invalid.
 */
export const parseYuanParam = (yuan: string): number =>
  /^\d{1,9}(\.\d{1,2})?$/.test(yuan) ? parseYuan(yuan) : Number.NaN

/** The amount to defer and its maximum, in fen; undefined until the fees are read. */
export interface Deferral {
  readonly amount: number | undefined
  readonly total: number
}

/**
 * A hook that reads the amount to defer from the fees, in fen, while `wanted` is true. The route
 * passes the hook, so that this feature does not import the feature fees.
 */
export type UseDeferrableAmount = (wanted: boolean) => {
  readonly amount: number | undefined
  readonly isReading: boolean
}

/**
 * Returns the amount from the link of the fee page, or from the fees if the link contains none
 * (GRN-45, D-71).
 */
export function useDeferral(
  yuan: string | undefined,
  useDeferrable: UseDeferrableAmount,
): Deferral & { readonly isReading: boolean } {
  const linkedFen = yuan === undefined ? undefined : parseYuanParam(yuan)
  const read = useDeferrable(linkedFen === undefined)
  const amount = linkedFen ?? read.amount
  return {
    amount,
    total: (amount ?? 0) + DEFERRAL_FIRST_PAYMENT_FEN,
    isReading: amount === undefined && read.isReading,
  }
}
