import { parseYuan } from '#contract/fields'
import { DEFERRAL_FIRST_PAYMENT } from '#contract/green-channel'

/**
 * The amount in an address, in fen: at most two decimals and not below nothing (GRN-41); else no
 * number.
 */
export const parseYuanParam = (yuan: string): number =>
  /^\d{1,9}(\.\d{1,2})?$/.test(yuan) ? parseYuan(yuan) : Number.NaN

/** What is to be deferred, in fen, and what it must not exceed; unknown until the fees are read. */
export interface Deferral {
  readonly amount: number | undefined
  readonly total: number
}

/**
 * What the fees say is to be deferred, in fen; asked for while `wanted`. The page gets it from
 * whoever composes it.
 */
export type UseDeferrableAmount = (wanted: boolean) => {
  readonly amount: number | undefined
  readonly isReading: boolean
}

/** The amount that the fee page hands over, or, without one, as the fees say (GRN-45, D-71). */
export function useDeferral(
  yuan: string | undefined,
  useDeferrable: UseDeferrableAmount,
): Deferral & { readonly isReading: boolean } {
  const handed = yuan === undefined ? undefined : parseYuanParam(yuan)
  const read = useDeferrable(handed === undefined)
  const amount = handed ?? read.amount
  return {
    amount,
    total: (amount ?? 0) + DEFERRAL_FIRST_PAYMENT,
    isReading: amount === undefined && read.isReading,
  }
}
